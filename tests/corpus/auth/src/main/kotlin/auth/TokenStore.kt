package auth

/** A signed text that names a user and a time of expiry. */
class Token(val text: String, val user: User, private val expires: Long) {
    fun isExpired(): Boolean = System.currentTimeMillis() > expires
}

class TokenStore {
    private val tokens = mutableMapOf<String, Token>()

    fun find(text: String): Token? = tokens[text]

    fun issue(user: User): String {
        val token = Token("t-${user.name}", user, System.currentTimeMillis() + HOUR)
        tokens[token.text] = token
        return token.text
    }

    companion object {
        const val HOUR = 3_600_000L
    }
}
