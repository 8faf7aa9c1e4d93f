<?php
namespace Acme\App;
use Foo\Bar;
use Foo\{Baz, Qux as Q};
use function Foo\fn1;
require_once 'x.php';
const TOP = 1;
define('DEF', 2);
/** Doc A */
#[Attr]
abstract class A extends Base implements I, \J\K
{
    use T1, T2;
    const X = 1, Y = 2;
    private const Z = 3;
    public int $p = 1, $q;
    protected static ?string $s;
    var $old;
    /** ctor */
    public function __construct(private string $name, public readonly int $n = 2, $plain = 1) {}
    abstract protected function abs(): void;
    function dflt() { function nested() {} $f = function() {}; $g = fn($x) => $x; }
    #[Test] public function attr() {}
    /** @test */
    public static function testFoo() {}
}
interface I extends J { public function m(); const C = 1; }
trait T1 { private function t() {} }
enum Suit: string implements I { case Hearts = 'H'; case Spades; const W = 1; public function label() {} }
function top(int $x) { }
$glob = 1;
$fn = function() {};
if (true) { function cond() {} }
class FooTest extends TestCase { public function test_it() {} }
$o = new class { function anon() {} };
\define('FROM_THE_ROOT', 3);
?>
<html>
