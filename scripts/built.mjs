// Whether a bundle is as new as what it was made of.
import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { inWords } from './in-words.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

/** What every bundle is made of. */
const ALWAYS = ['packages/sip/src', 'packages/sip/testing', 'packages/fias/src', 'scripts/build.mjs']

function newest(place) {
  const facts = statSync(place)
  if (!facts.isDirectory()) return facts.mtimeMs
  const inside = readdirSync(place).filter((name) => name !== 'node_modules' && name !== 'dist')
  return Math.max(facts.mtimeMs, ...inside.map((name) => newest(path.join(place, name))))
}

const PROGRAM = ['main.js', 'media-worker.js']

/** Standard output may be what somebody has asked the program for. */
export const toError = (line) => void process.stderr.write(`${line}\n`)

/** Where the program of a package lies, built by `build` first if it is missing or old. */
export async function built(
  folder,
  sources,
  build,
  { names = PROGRAM, what = 'the program', say = toError } = {},
) {
  const programs = names.map((name) => path.join(root, folder, name))
  if (!isBuilt(programs, [...sources, ...ALWAYS])) await inWords(what, build, say)
  return programs[0]
}

/** The lock file too: libraries are part of the bundle. */
const SERVER = [
  'packages/contract',
  'packages/server/src',
  // It has the version and its date.
  'package.json',
  'package-lock.json',
]

/** Where the server lies, bundled first if it is missing or old. */
export function builtServer(say = toError) {
  const build = async () => (await import('./build.mjs')).buildServer()
  return built('packages/server/dist', SERVER, build, { what: 'the server', say })
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
export async function builtConsole(say = toError) {
  const build = async () => (await import('./build-console.mjs')).buildConsole()
  if (!isBuilt([path.join(root, 'packages/console/dist/index.html')], CONSOLE))
    await inWords('the console', build, say)
}

/** The guide, made first if it is missing or old. */
export async function builtGuide() {
  const sources = ['docs', 'package-lock.json', 'scripts/build-guide.mjs', 'scripts/guide.css']
  if (!isBuilt([path.join(root, 'packages/server/dist/guide/guide.css')], sources))
    (await import('./build-guide.mjs')).buildGuide()
}

/** Whether all of it is there and newer than everything that it is made of. */
export function isBuilt(programs, sources) {
  try {
    const builtAt = Math.min(...programs.map((program) => statSync(program).mtimeMs))
    return sources.every((source) => newest(path.join(root, source)) <= builtAt)
  } catch {
    return false
  }
}
