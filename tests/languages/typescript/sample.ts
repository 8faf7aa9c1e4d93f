import type { A } from "./a";
import x = require("x");
/** I */
export interface I<T> extends J, K.L { a: string; m(x: number): void; readonly b?: number; new (x: any): I; [k: string]: any }
export type U = { a: number, f(): void } | string;
enum E { A = 1, B }
declare const enum F { X }
export abstract class C<T> extends D<T> implements I, J {
  private readonly x: number = 1;
  static y?: string;
  protected abstract z: number;
  constructor(private a: string, public readonly b = 2, c: number) { super() }
  abstract foo(): void;
  /** bar */
  public bar(x: number): string;
  @dec()
  public bar(x: any) { return "" }
  get q() { return 1 }
  fn = (a: number) => a;
}
namespace N.M { export function inner() {} const z = 1; }
declare module "foo" { export function ext(a: string): void; }
function over(a: string): void;
function over(a: any) {}
export const K: number = 3;
declare global { interface Window { x: number } }
declare function df(): void;
