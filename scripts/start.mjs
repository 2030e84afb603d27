// `npm start`: builds what is missing, then becomes the server: the process in the foreground is the server's own.
import { pathToFileURL } from 'node:url'
import { built, builtConsole, builtGuide, toError } from './built.mjs'
import { orSaid } from './in-words.mjs'

// The lock file too: libraries are part of the bundle.
const sources = [
  'packages/contract',
  'packages/server/src',
  // It has the version and its date.
  'package.json',
  'package-lock.json',
]
const build = async () => (await import('./build.mjs')).buildServer()

// A server says to people what it says on standard output; of a command, that is what was asked for.
const [first = '--'] = process.argv.slice(2)
const say = first.startsWith('-') ? (line) => void process.stdout.write(`${line}\n`) : toError

const program = await orSaid(async () => {
  await builtConsole(say)
  const main = await built('packages/server/dist', sources, build, { what: 'the server', say })
  await builtGuide()
  return main
}, say)
await import(pathToFileURL(program).href)
