// Bundles the server into packages/server/dist; libraries stay where npm put them.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))
const at = (place) => path.join(root, place)

/** Our own packages become part of a bundle. */
const OURS = {
  '@reveille/contract': at('packages/contract/src/index.ts'),
  '@reveille/sip': at('packages/sip/src/index.ts'),
  '@reveille/sip/testing': at('packages/sip/testing/index.ts'),
  '@reveille/fias': at('packages/fias/src/index.ts'),
}

/** The thread that speaks and listens is looked for beside the program that starts it. */
const MEDIA_THREAD = { 'media-worker': at('packages/sip/src/media/media-worker.ts') }

/** Bundles a program into a folder, as `main.js` with what it needs beside it. */
export function bundle(main, outdir, define = {}, beside = MEDIA_THREAD) {
  return build({
    entryPoints: { main, ...beside },
    outdir,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    alias: OURS,
    define,
    sourcemap: true,
    logLevel: 'warning',
  })
}

/** The commit that was built, or the version where there is no history. */
function buildNumber(version) {
  try {
    return execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
      .toString()
      .trim()
  } catch {
    return version
  }
}

export function buildServer() {
  const { version, released } = JSON.parse(readFileSync(at('packages/server/package.json'), 'utf8'))
  const product = JSON.stringify({ version, released, build: buildNumber(version) })
  const define = { 'globalThis.REVEILLE_PRODUCT': product }
  return bundle(at('packages/server/src/main.ts'), at('packages/server/dist'), define)
}

export const buildPhones = () => bundle(at('packages/sip/testing/command/main.ts'), at('packages/sip/dist'))

export const buildPms = () =>
  bundle(at('packages/fias/testing/command/main.ts'), at('packages/fias/dist'), {}, {})

if (import.meta.url === pathToFileURL(process.argv[1]).href) await buildServer()
