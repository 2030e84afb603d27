// What is released: its version and its date stand in package.json of the whole, and everything else follows.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
export const at = (...place) => path.join(ROOT, ...place)

/** The packages of the house: all have the version of the whole. */
export const PACKAGES = ['contract', 'sip', 'fias', 'server', 'console']

export const manifestOf = (place = '.') => JSON.parse(readFileSync(at(place, 'package.json'), 'utf8'))

/** The commit that is built, or the version where there is no history. */
function buildNumber(version) {
  try {
    const words = ['rev-parse', '--short=12', 'HEAD']
    return execFileSync('git', words, { cwd: ROOT, stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim()
  } catch {
    return version
  }
}

/** What the product says of itself: at `/rest/system`, and by `--version`. */
export function theProduct() {
  const { version, released } = manifestOf()
  return { version, released, build: buildNumber(version) }
}

/** The release date as the clock of files has it, so that the same commit makes the same files. */
export const releaseSeconds = ({ released }) =>
  Date.parse(`${released.replaceAll('/', '-')}T00:00:00Z`) / 1_000

/** What speaks against a release, in words. */
export function objectionsTo({ version, released }, changelog, versions) {
  const others = Object.entries(versions).filter(([, one]) => one !== version)
  return [
    ...others.map(([name, one]) => `${name} has the version ${one}, and the whole has ${version}`),
    ...(changelog.includes(`\n## ${version} (${released})\n`)
      ? []
      : [`CHANGELOG.md has no heading "## ${version} (${released})", as package.json says`]),
  ]
}

/** The versions of all packages, by their places. */
export const packageVersions = () =>
  Object.fromEntries(PACKAGES.map((name) => [`packages/${name}`, manifestOf(`packages/${name}`).version]))
