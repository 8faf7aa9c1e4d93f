import d, {a as b, c} from "./x";
import * as ns from 'y';
import "side";
const fs = require("fs");
const {join, sep: s2} = require("path");
/** doc f */
export function f(a, b) { function inner() {} const g = () => { return 1 }; }
export default class A extends B.C {
  #p = 1;
  static s = 2;
  /** ctor */
  constructor() { super(); this.q = 1; }
  get x() { return 1 }
  static async *gen() {}
  #priv() {}
  arrow = () => { };
}
const arrow = async (x) => x;
let v = 1, w = function() {};
export const K = { m() {}, h: () => 1, y: 2 };
export { v, w as ww };
export * from "z";
describe("thing", () => {
  it('works', async () => { const helper = () => 1; });
  it.only(`t ${x}`, function() {});
});
module.exports = function main() {};
exports.foo = function() {};
Foo.prototype.bar = function() {};
class Z {}
(function() { function iife() {} })();
function* g() {}
async function h() {}
var x;
export default () => 1;
