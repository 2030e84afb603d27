// Bundles the server into packages/server/dist, makes the guide beside it, and puts the console together.
import { readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { buildConsole } from './build-console.mjs'
import { buildGuide } from './build-guide.mjs'
import { at, theProduct } from './release/product.mjs'

/** Our own packages become part of a bundle. */
const OURS = {
  '@reveille/contract': at('packages/contract/src/index.ts'),
  '@reveille/sip': at('packages/sip/src/index.ts'),
  '@reveille/sip/testing': at('packages/sip/testing/index.ts'),
  '@reveille/fias': at('packages/fias/src/index.ts'),
}

/** The thread that speaks and listens is looked for beside the program that starts it. */
const MEDIA_THREAD = { 'media-worker': at('packages/sip/src/media/media-worker.ts') }

/**
 * Libraries of the server become part of its bundle: one file is read in half the time that a thousand take, and after
 * a crash phones are silent for as long. Those that load files of their own, or native code, stay where npm put them.
 */
export const ON_THEIR_OWN = [
  '@fastify/swagger-ui',
  '@node-rs/argon2',
  '@photostructure/sqlite',
  'pg-native',
  'pino',
]

/** Libraries in the older module format ask for Node's own modules by `require`. */
const REQUIRE = `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);`

/** Bundles a program into a folder, as `main.js` with what it needs beside it. */
export function bundle(main, outdir, { beside = MEDIA_THREAD, ...more } = {}) {
  return build({
    entryPoints: { main, ...beside },
    outdir,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    alias: OURS,
    sourcemap: true,
    // What is wrong is thrown, and told once.
    logLevel: 'silent',
    ...more,
  })
}

/** Parts of a bundle are named by what is in them: those of an older one would lie there for ever. */
function removeOthers(outdir, { outputs }) {
  const made = new Set(Object.keys(outputs).map((file) => path.basename(file)))
  for (const one of readdirSync(outdir, { withFileTypes: true }))
    if (one.isFile() && !made.has(one.name)) rmSync(path.join(outdir, one.name), { force: true })
}

export async function buildServer(
  product = theProduct(),
  outdir = at('packages/server/dist'),
  { sourcemap = true } = {},
) {
  const define = { 'globalThis.REVEILLE_PRODUCT': JSON.stringify(product) }
  const { metafile } = await bundle(at('packages/server/src/main.ts'), outdir, {
    define,
    sourcemap,
    metafile: true,
    packages: 'bundle',
    external: ON_THEIR_OWN,
    banner: { js: REQUIRE },
    // What is loaded later lies in files of its own.
    splitting: true,
  })
  removeOthers(outdir, metafile)
}

export const buildPhones = () => bundle(at('packages/sip/testing/command/main.ts'), at('packages/sip/dist'))

export const buildPms = () =>
  bundle(at('packages/fias/testing/command/main.ts'), at('packages/fias/dist'), { beside: {} })

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await buildServer()
  buildGuide()
  await buildConsole()
}
