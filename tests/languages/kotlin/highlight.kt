package org.example.shop

import kotlin.math.max

// A shop.
@Service
data class Shop(val name: String, private val limit: Int = 10) : Base(), Closeable {
    companion object { const val LIMIT = 1.5 }

    override suspend fun close(reason: String?): List<Int> {
        if (reason == null || limit !in 1..2) return emptyList()
        val text = "no ${reason.length} $name\n"
        items.map { it.price }.forEach(::println)
        when (limit) {
            is Int -> throw IllegalStateException(text)
            else -> this.open('x')
        }
    }
}

enum class State { OPEN, CLOSED }
fun String.shout() = uppercase() + true
