class Broken {
    fun before() {}
    fun half( {}
    val x: = 3
    fun after() {}
}

fun last() {}
