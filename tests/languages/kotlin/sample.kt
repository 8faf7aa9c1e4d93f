@file:JvmName("X")
package com.acme.app

import a.b.C
import a.b.d as e
import a.x.*

/** Doc */
@Anno
data class P(val x: Int, private var y: String = "a", z: Int) : Base(1), I by d {
    /** prop */
    val p: Int get() = 1
    lateinit var q: String
    constructor(a: Int) : this(a, "") { }
    init { val local = 1 }
    override fun m(a: Int): String {
        fun nested() {}
        val l = { x: Int -> x }
        return ""
    }
    companion object {
        const val K = 1
        fun make() {}
    }
    inner class In
}
enum class Co(val v: Int) : J {
    RED(1),
    GREEN(2) {
        override fun f() {}
    };
    open fun f() {}
}
interface I : A, B<C> {
    fun m()
    val x: Int
    fun d() {}
}
sealed interface S
object Single : Z() {
    fun go() {}
}
fun String.ext(a: Int) = 1
fun <T> List<T>.ext2() {}
val String.last: Int get() = 1
private fun top() {}
val (a, b) = 1 to 2
internal val top2: Int by lazy { 3 }
const val TOP = 3
typealias TA = Map<String, Int>
annotation class Ann
class T {
    @Test
    fun `does things`() {}
}
abstract class Ab {
    protected abstract fun q()
}
fun interface FI {
    fun one()
}
fun main() {
    run { 
        fun deep() {}
    }
}
