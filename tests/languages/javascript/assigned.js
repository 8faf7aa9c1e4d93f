'use strict'

const STATES = {
  // Nothing can be sent any more.
  ERR_CLOSED: fail('ERR_CLOSED', 'is closed'),
  limit: 4,
  E_OTHER: 2,
}

/** Adds a plugin. */
Store.prototype.plugin = function (fn, options) {
  return this
}

/** The same by its other name. */
Store.prototype.extension = Store.prototype.plugin

/**
 * How long a value is kept, in seconds.
 */
Object.defineProperty(Store.prototype, 'age', { get: function () { return 1 } })

Object.defineProperty(other, 'quiet', { value: 1 })

exports.compile = function compile(text) { return text }
exports.names = new Set(['a', 'b'])
module.exports.DEFAULT_AGE = 60
exports.fs = require('fs')
exports.compiled = compile
store.count = 3

function later() {
  exports.hidden = new Set()
}

Store.prototype.limit = 0
Store.prototype.options = { first: 1 }

/** What is in it. */
store.contentType =
store.type = function contentType(type) { return type }

it('adds ' + name, () => {})
it('it\'s ' + 'one', function () {})
it('it\'s another', () => {})
test(title, () => {})
describe(Store.name, function () {
  it(`keeps ${name}`, () => {})
})
test(pattern, text)
