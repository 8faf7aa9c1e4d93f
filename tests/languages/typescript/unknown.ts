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
interface Handlers<E> {
  <I>(handler1: H<E, I>): [H<E, I>]

  // two handlers
  <
    I,
    I2 extends Input = I,
  >(
    handler1: H<E, I>,
    handler2: H<E, I2>
  ): [H<E, I>, H<E, I2>]

  <
    I extends Input = {},
    I3 extends Input = I & I2,
    R extends HandlerResponse<any> = any,
  >(
    handler1: H<E, I, R>,
    handler3: H<E, I3, R>
  ): [H<E, I>, H<E, I3>]
}
export class AfterHandlers { go() {} }
let last = 1
type Shape =
  | { kind: 'circle'; radius: number }
  | (Sized & { kind: 'square'; scaled?(by: number): Shape })
const untyped = (x: { inUnion: 1 } | { notHere: 2 }) => x
interface Headers { ":status": number, ' ': 1 }
const { defaulted = 1, renamed: other = 2, ...others } = take()
const [first, second = 2, ...further] = take()
