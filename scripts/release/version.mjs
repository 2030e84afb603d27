// Gives the house its next version, wherever npm wants it written; package.json of the whole is what counts.
import { readFileSync, writeFileSync } from 'node:fs'
import { writeLists } from '../sbom.mjs'
import { at, PACKAGES } from './product.mjs'

const OURS = /^@reveille\//

const entriesTo = (needs, version) =>
  Object.fromEntries(Object.entries(needs).map(([name, one]) => [name, OURS.test(name) ? version : one]))

/** A package, in its own file or in the lock, with the version that all have. */
export function atVersion(manifest, version) {
  const needs = ['dependencies', 'devDependencies'].filter((field) => manifest[field] !== undefined)
  const changed = needs.map((field) => [field, entriesTo(manifest[field], version)])
  return { ...manifest, version, ...Object.fromEntries(changed) }
}

/** What was done since the last release is what this one brings. */
export const changelogAt = (changelog, version, released) =>
  changelog.replace(/^## Unreleased$/m, `## ${version} (${released})`)

function rewrite(place, change) {
  const file = at(place)
  const text = readFileSync(file, 'utf8')
  writeFileSync(
    file,
    place.endsWith('.json') ? `${JSON.stringify(change(JSON.parse(text)), null, 2)}\n` : change(text),
  )
}

function lockAt(lock, version) {
  const places = ['', ...PACKAGES.map((name) => `packages/${name}`)]
  const changed = places.map((place) => [place, atVersion(lock.packages[place], version)])
  return { ...lock, version, packages: { ...lock.packages, ...Object.fromEntries(changed) } }
}

/** Everything at once; what was written is for people to look at and to commit. */
export function setVersion(version, released) {
  rewrite('package.json', (manifest) => ({ ...atVersion(manifest, version), released }))
  for (const name of PACKAGES)
    rewrite(`packages/${name}/package.json`, (manifest) => atVersion(manifest, version))
  rewrite('package-lock.json', (lock) => lockAt(lock, version))
  rewrite('CHANGELOG.md', (text) => changelogAt(text, version, released))
  writeLists()
}
