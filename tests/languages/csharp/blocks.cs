namespace Outer.Inner {
    class First { }
    namespace Nested { class Second { } }
}
System.Console.WriteLine("top level statements");
int TopLocal() { return 1; }
