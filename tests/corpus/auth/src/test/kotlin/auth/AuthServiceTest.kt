package auth

import kotlin.test.Test
import kotlin.test.assertFalse
import kotlin.test.assertNull

class AuthServiceTest {
    private val service = AuthService(TokenStore())

    @Test
    fun unknownTokensAreRefused() {
        assertFalse(service.validateToken("unknown"))
    }

    @Test
    fun emptyNamesAreRefused() {
        assertNull(service.validateUser("", "secret"))
    }
}
