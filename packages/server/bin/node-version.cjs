// Loaded before everything else, and written so that any Node can read it: one that is too old says so in a sentence
// instead of stumbling over a word of the language that it does not know.
'use strict'

var OLDEST = [20, 19]

var own = process.versions.node.split('.')
var isOld = Number(own[0]) < OLDEST[0] || (Number(own[0]) === OLDEST[0] && Number(own[1]) < OLDEST[1])

if (isOld) {
  process.stdout.write(
    'Reveille needs Node.js ' +
      OLDEST.join('.') +
      ' or newer, and this is ' +
      process.versions.node +
      ' (' +
      process.execPath +
      '). See https://nodejs.org for a newer one.\n',
  )
  process.exit(1)
}
