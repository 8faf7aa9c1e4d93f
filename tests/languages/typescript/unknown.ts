interface Calls {
  <T>(x: T): string
  <U, V>(y: U): Map<U, V>
  after: number
}
interface Words { a?: string | undefined
  in?: string
  instanceof: number
}
type Ticked = `a\`b`
export type * from './all'
interface Variance<in out T, out U = unknown> { get(): T }
const cast = ((x: number) => x) as Transform
const satisfied = (function () { return 1 }) satisfies Transform
export const sure = ((a) => {
  const inner = () => a
  return inner
})!
class Held { field = ((a: string) => a) as Transform }
declare global {
  interface Window { own: boolean }
}
chain(() => {
  function inChain() {}
}).done(1)
let last = 1
