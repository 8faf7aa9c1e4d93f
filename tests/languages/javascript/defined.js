Object.defineProperties(Reply.prototype, {
  [kContext]: { get () { return 1 } },
  elapsed: {
    enumerable: true,
    get () { return 2 },
    set: function (v) { this.at = v },
  },
  'send it': { value: function (text) { return text } },
  plain: { value: 1 },
});
function build() {
  Object.defineProperties(Made.prototype, { ip: { get: () => 3 } });
}
const keys = {
  kState: Symbol('state'),
  kOther: Symbol.for('other'),
  limit: make(1),
};
const table = { a: { get: 1 }, b: { get: 2 } };
