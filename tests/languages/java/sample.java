package com.acme.app;
import java.util.List;
import static java.lang.Math.*;
/** Doc A */
@Entity
@Table(name = "x")
public abstract class A<T extends B> extends Base<T> implements I, J.K {
    private static final int MAX = 1, MIN = 2;
    protected String name;
    int pkg;
    /** ctor */
    public A(int x) { }
    @Override
    public List<String> get(int x) throws E { Runnable r = () -> {}; class Local { void lm() {} } return new X() { void anon() {} }; }
    abstract void abs();
    static class Inner { }
    enum Color { RED(1) { void m() {} }, GREEN; Color() {} private int v; }
    interface Shape { int SIDES = 3; double area(); default void d() {} }
    @Test void works() {}
    static { int q; }
}
record P(int x, String y) implements Q { P { } static int z; }
@interface Ann { String value() default ""; }
interface I extends X, Y<Z> {}
