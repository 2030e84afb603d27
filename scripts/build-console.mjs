// Puts the console together in packages/console/dist: what a browser loads, and each file compressed beside it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { setup } from './generated.mjs'
import { iconLoad, loadsOf, overBudget } from './console-budget.mjs'
import { builtConfig, CONSOLE } from './console-config.mjs'

const DIST = path.join(CONSOLE, 'dist')
const ASSETS = path.join(DIST, 'assets')

/** Smaller than this, it would not get smaller. */
const WORTH_IT = 512
const BEST = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }

/** Once here instead of at every request. The page itself is different each time, so it stays as it is. */
function compress(file) {
  const bytes = readFileSync(file)
  if (bytes.length < WORTH_IT) return
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, BEST))
}

const zipped = (file) => gzipSync(readFileSync(path.join(CONSOLE, file)), { level: 9 }).length

/** The same console wherever it is built: tests run with another environment, and would get one for developers. */
async function buildAsReleased() {
  const { build } = await import('vite')
  const { NODE_ENV = '' } = process.env
  process.env.NODE_ENV = 'production'
  await build(builtConfig)
  process.env.NODE_ENV = NODE_ENV
}

export async function buildConsole() {
  await setup()
  await buildAsReleased()
  for (const name of readdirSync(ASSETS)) compress(path.join(ASSETS, name))
  const manifest = JSON.parse(readFileSync(path.join(DIST, '.vite/manifest.json'), 'utf8'))
  const loads = [
    ...loadsOf(manifest, (file) => zipped(`dist/${file}`)),
    iconLoad(zipped('src/look/icons.ts')),
  ]
  const over = overBudget(loads)
  if (over.length > 0)
    throw new Error(over.map((one) => `${one.name}: ${one.bytes} bytes, at most ${one.limit}`).join('\n'))
  return loads
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) console.table(await buildConsole())
