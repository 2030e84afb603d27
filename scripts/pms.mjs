// `npm run pms`: builds what is missing, then becomes the property system.
import { pathToFileURL } from 'node:url'
import { built } from './built.mjs'

const build = async () => (await import('./build.mjs')).buildPms()

await import(
  pathToFileURL(await built('packages/fias/dist', ['packages/fias/testing'], build, ['main.js'])).href
)
