const first = { "a-b"() { return 1 }, x: () => 2, 'c d': async value => value };
const second = { [['y']]: function () { return 1 }, plain: 1 };
const third = { y: (a, b) => a };
module.exports = { go() { return 1 }, "stop it": () => 2 };
function local() { const none = { inner: () => 1 }; return none; }
