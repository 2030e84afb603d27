// `npm run phones`: builds what is missing, then becomes the phones.
import { pathToFileURL } from 'node:url'
import { built } from './built.mjs'

const build = async () => (await import('./build.mjs')).buildPhones()

await import(pathToFileURL(await built('packages/sip/dist', [], build)).href)
