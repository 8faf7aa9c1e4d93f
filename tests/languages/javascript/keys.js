const table = {
  [['x']]: function () { return 1; },
  ['y']: () => 2,
  [Symbol.iterator]: function* () {},
  [['w']]() { return 1; },
  wrapped: (() => 3),
};
class Keys {
  [['v']]() {}
  ['u'] = () => 1;
}
start().then(() => {
  const inChain = () => 1;
}).end();
