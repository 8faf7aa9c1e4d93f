"""Limits how often a client may ask."""

import time


class TokenBucket:
    """Holds tokens that come back at a fixed pace."""

    def __init__(self, rate, burst):
        self.rate = rate
        self.burst = burst
        self.tokens = burst
        self.updated = time.monotonic()

    def try_acquire(self, count=1):
        """Takes tokens if there are enough, and says whether it did."""
        self._refill()
        if self.tokens < count:
            return False
        self.tokens -= count
        return True

    def seconds_until(self, count):
        """How long a caller has to wait for so many tokens."""
        self._refill()
        return max(0.0, (count - self.tokens) / self.rate)

    def _refill(self):
        now = time.monotonic()
        self.tokens = min(self.burst, self.tokens + (now - self.updated) * self.rate)
        self.updated = now


def backoff_delays(first, factor, limit):
    """Waiting times between attempts, each longer than the one before, up to a limit."""
    delay = first
    while True:
        yield min(delay, limit)
        delay *= factor
