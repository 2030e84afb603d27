// `npm run pms`: builds what is missing, then becomes the property system.
import { pathToFileURL } from 'node:url'
import { built, toError } from './built.mjs'
import { orSaid } from './in-words.mjs'

const build = async () => (await import('./build.mjs')).buildPms()

const how = { what: 'the property system', names: ['main.js'] }
const program = await orSaid(
  () => built('packages/fias/dist', ['packages/fias/testing'], build, how),
  toError,
)
await import(pathToFileURL(program).href)
