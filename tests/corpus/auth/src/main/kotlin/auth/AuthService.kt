package auth

/** What is known of a user once a token was accepted. */
data class User(val name: String, val role: Role)

enum class Role { READER, WRITER, ADMIN }

interface Authenticator {
    fun validateToken(token: String): Boolean
}

/** Checks tokens and users; the only door into the service. */
class AuthService(private val store: TokenStore) : Authenticator {
    private var refused = 0

    /** Whether the token is known and not expired. */
    override fun validateToken(token: String): Boolean {
        val known = store.find(token) ?: return refuse()
        return !known.isExpired()
    }

    fun validateUser(name: String, password: String): User? {
        if (name.isBlank() || password.isBlank()) {
            refuse()
            return null
        }
        return User(name, Role.READER)
    }

    fun login(name: String, password: String): String? {
        val user = validateUser(name, password) ?: return null
        return store.issue(user)
    }

    private fun refuse(): Boolean {
        refused += 1
        return false
    }
}
