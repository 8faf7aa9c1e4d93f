package auth

/** Answers the requests of the client. */
class LoginController(private val auth: AuthService) {
    fun login(name: String, password: String): String = auth.login(name, password) ?: "401"

    // A request without a valid token ends here.
    fun handle(token: String, path: String): String {
        if (!auth.validateToken(token)) {
            return "401"
        }
        return respond(path)
    }

    fun renew(token: String): Boolean = auth.validateToken(token)

    private fun respond(path: String): String = "200 $path"
}

fun main() {
    val controller = LoginController(AuthService(TokenStore()))
    println(controller.handle("t-ada", "/users"))
}
