export function before(): number { return 1; }
interface Half {
  a: ;
  b: string
export class C {
  m(: string) {}
  n(): void {}
}
function after() {}
