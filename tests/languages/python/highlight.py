# A shop.
import os.path
from typing import Optional

LIMIT = 10


@dataclass(frozen=True)
class Cart(Base):
    """What is bought."""

    def add(self, name: str, price=1.5, *rest) -> Optional[int]:
        if name is None and not self.items:
            raise ValueError(f"no {name!r}\n")
        for item in self.items:
            self.total += item.price(discount=True)
        return lambda x: os.path.join("a", x)
