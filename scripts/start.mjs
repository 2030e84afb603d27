// `npm start`: builds what is missing, then becomes the server: the process in the foreground is the server's own.
import { pathToFileURL } from 'node:url'
import { builtConsole, builtGuide, builtServer, toError } from './built.mjs'
import { orSaid } from './in-words.mjs'

// A server says to people what it says on standard output; of a command, that is what was asked for.
const [first = '--'] = process.argv.slice(2)
const say = first.startsWith('-') ? (line) => void process.stdout.write(`${line}\n`) : toError

const program = await orSaid(async () => {
  await builtConsole(say)
  const main = await builtServer(say)
  await builtGuide()
  return main
}, say)
await import(pathToFileURL(program).href)
