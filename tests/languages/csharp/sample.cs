using System;
using static System.Math;
using X = System.Text;
namespace Acme.App;
/// <summary>Doc</summary>
/// <x/>
[Serializable]
public sealed partial class A<T> : Base<T>, I where T : new()
{
    private const int K = 1;
    public readonly string s, t;
    int dflt;
    public event EventHandler Ev;
    public event EventHandler Ev2 { add { } remove { } }
    static A() { }
    /// <summary>ctor</summary>
    public A(int x) : base(x) { }
    ~A() { }
    public string Name { get; set; } = "x";
    public int Expr => 1;
    public int this[int i] { get { return i; } }
    protected internal virtual void M<U>(int x) { void Local() { } Func<int> f = () => 1; }
    [Fact] public async Task Works() => await X();
    void I.Explicit() { }
    public static A operator +(A a, A b) => a;
    public static implicit operator int(A a) => 1;
    enum E : byte { X = 1, Y }
    struct S { int z; }
    interface IN { void F(); int P { get; } }
    delegate void D(int x);
    abstract void Abs();
}
public record P(int X, string Y) : Q;
record struct RS(int Z);
internal static class Ext { public static void Go(this string s) { } }
#if DEBUG
class InIf { }
#endif
