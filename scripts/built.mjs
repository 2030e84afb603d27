// Whether a bundle is as new as what it was made of.
import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** What every bundle is made of. */
const ALWAYS = ['packages/sip/src', 'packages/sip/testing', 'packages/fias/src', 'scripts/build.mjs']

function newest(place) {
  const facts = statSync(place)
  if (!facts.isDirectory()) return facts.mtimeMs
  const inside = readdirSync(place).filter((name) => name !== 'node_modules' && name !== 'dist')
  return Math.max(facts.mtimeMs, ...inside.map((name) => newest(path.join(place, name))))
}

/** Where the program of a package lies, built by `build` first if it is missing or old. */
export async function built(folder, sources, build, names = ['main.js', 'media-worker.js']) {
  const programs = names.map((name) => path.join(root, folder, name))
  if (!isBuilt(programs, [...sources, ...ALWAYS])) await build()
  return programs[0]
}

/** What a browser loads, and what that is made of. */
const CONSOLE = [
  'packages/console/src',
  'packages/console/index.html',
  'packages/console/public',
  'packages/contract/src',
  'package-lock.json',
  'scripts/build-console.mjs',
  'scripts/client-table.mjs',
  'scripts/settings-table.mjs',
  'scripts/console-budget.mjs',
  'scripts/console-config.mjs',
]

/** The console, put together first if it is missing or old. */
export async function builtConsole() {
  if (!isBuilt([path.join(root, 'packages/console/dist/index.html')], CONSOLE))
    await (await import('./build-console.mjs')).buildConsole()
}

/** The guide, made first if it is missing or old. */
export async function builtGuide() {
  const sources = ['docs', 'package-lock.json', 'scripts/build-guide.mjs', 'scripts/guide.css']
  if (!isBuilt([path.join(root, 'packages/server/dist/guide/guide.css')], sources))
    (await import('./build-guide.mjs')).buildGuide()
}

function isBuilt(programs, sources) {
  try {
    const builtAt = Math.min(...programs.map((program) => statSync(program).mtimeMs))
    return sources.every((source) => newest(path.join(root, source)) <= builtAt)
  } catch {
    return false
  }
}
