// `npm run phones`: builds what is missing, then becomes the phones.
import { pathToFileURL } from 'node:url'
import { built, toError } from './built.mjs'
import { orSaid } from './in-words.mjs'

const build = async () => (await import('./build.mjs')).buildPhones()

const program = await orSaid(() => built('packages/sip/dist', [], build, { what: 'the phones' }), toError)
await import(pathToFileURL(program).href)
