"""Module doc."""
import os, sys as system
from a.b import (c as d, e)
from . import x
from .. import *
MAX = 3
_p: int = 2
a = b = 1
q, r = 1, 2
f = lambda x: x
type X = int
if True:
    def cond(): pass
    MAX = 4
else:
    def cond(): pass

@dec
@pkg.dec2(1)
class A(base.Model, Generic[T], metaclass=M):
    """Doc of A."""
    x: int = 3
    y = 2
    __slots__ = ()
    def __init__(self):
        self.z = 1
        self.z = 2
        self.w: int = 3
    @property
    async def p(self) -> int:
        'doc'
        def inner():
            pass
        g = lambda: 0
        return 3
    class B: pass
    fn = lambda self: 1
class TestA(TestCase):
    def test_x(self): pass
    def testY(self): pass
    def helper(self): pass
def test_top(): pass
def _priv(): pass
with x as y:
    zz = 3
