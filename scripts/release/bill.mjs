// What is in a release: its bill of materials, and the licences of what others have written, word for word.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { billOf } from '../sbom.mjs'
import { folderOf, runPlaces } from './run-packages.mjs'

/** The two that are built; what builds them stays at home. */
const BUILT = ['@reveille/server', '@reveille/console']

/** The lock, as if it named nothing but what is shipped. */
export function shippedLock(lock, { version }) {
  const { name, license } = lock.packages['']
  const places = runPlaces(lock, BUILT)
  const links = Object.entries(lock.packages).filter(([, { link }]) => link)
  const kept = places.map((place) => [place, lock.packages[place]])
  return { packages: Object.fromEntries([['', { name, license, version }], ...links, ...kept]) }
}

export const shippedBillOf = (lock, product) => billOf(shippedLock(lock, product))

const LICENCE = /^(licen[cs]e|notice|copying)/i

/** Those of the libraries inside the bundles too, of which nothing else is left. */
export function noticesOf(lock, product) {
  const shipped = Object.entries(shippedLock(lock, product).packages)
  const theirs = shipped.filter(([place, { link }]) => place.includes('node_modules') && !link)
  return theirs
    .map(([place, one]) => `${headOf(place, one)}\n\n${textsIn(folderOf(place, one), one)}\n`)
    .join('\n\n')
}

const headOf = (place, { version }) => `==== ${place.replace(/^.*node_modules\//, '')} ${version}`

function textsIn(folder, { license }) {
  const files = readdirSync(folder).filter((name) => LICENCE.test(name))
  const texts = files.map((name) => readFileSync(path.join(folder, name), 'utf8').trim())
  return texts.length > 0 ? texts.join('\n\n') : `Under the licence ${license}.`
}
