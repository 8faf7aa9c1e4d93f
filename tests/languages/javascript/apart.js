/**
 * What the file is about.
 */

'use strict'

/**
 * Sends a body.
 *
 * @param {string} body
 * @public
 */

res.send = function send(body) {
  return body
}

/** Two lines below: nobody's. */


function far() {}

/**
 * @file Of the file.
 */

function next() {}

// A line of words.

function below() {}
