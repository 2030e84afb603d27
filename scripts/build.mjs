// Bundles the server into packages/server/dist; libraries stay where npm put them.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))
const server = path.join(root, 'packages/server')

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

export async function buildServer() {
  const { version, released } = JSON.parse(readFileSync(path.join(server, 'package.json'), 'utf8'))
  await build({
    entryPoints: [path.join(server, 'src/main.ts')],
    outfile: path.join(server, 'dist/main.js'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    alias: { '@reveille/contract': path.join(root, 'packages/contract/src/index.ts') },
    define: {
      'globalThis.REVEILLE_PRODUCT': JSON.stringify({ version, released, build: buildNumber(version) }),
    },
    sourcemap: true,
    logLevel: 'warning',
  })
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await buildServer()
