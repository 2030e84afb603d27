// `npm start`: builds what is missing, then becomes the server: the process in the foreground is the server's own.
import { pathToFileURL } from 'node:url'
import { built, builtConsole, builtGuide } from './built.mjs'

// The lock file too: libraries are part of the bundle.
const sources = [
  'packages/contract',
  'packages/server/src',
  // It has the version and its date.
  'package.json',
  'package-lock.json',
]
const build = async () => (await import('./build.mjs')).buildServer()

await builtConsole()
const program = await built('packages/server/dist', sources, build)
await builtGuide()
await import(pathToFileURL(program).href)
