// The packages that the server looks for while it runs, for every kind of machine that a release is for.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { byCode, placeOf } from '../sbom.mjs'
import { at } from './product.mjs'

/** Debian and its kin, on both kinds of processor. */
export const PROCESSORS = ['x64', 'arm64']
const isFor = ({ os = ['linux'], cpu = PROCESSORS, libc = ['glibc'] }) =>
  os.includes('linux') && cpu.some((one) => PROCESSORS.includes(one)) && libc.includes('glibc')

/** It has the headers to compile with; what is shipped is compiled. */
const TO_COMPILE = ['node-addon-api']

/** The places in the lock that these packages need while they run, themselves included. */
export function runPlaces(lock, names) {
  const places = new Set()
  const add = (from, name) => {
    const place = placeOf(lock, from, name)
    if (place === undefined || places.has(place) || TO_COMPILE.includes(name)) return
    const one = lock.packages[place]
    if (!isFor(one)) return
    places.add(place)
    for (const next of Object.keys({ ...one.dependencies, ...one.optionalDependencies })) add(place, next)
  }
  for (const name of names) add('', name)
  return [...places].toSorted(byCode)
}

/** Neither read while it runs nor owed to anybody; licences are. */
const LEFT_OUT = [
  /\.(map|d\.[cm]?ts|ts|mts|cts|md|markdown|tsbuildinfo|yml|gyp|cpp|h|c)$/,
  /\/(\.github|\.vscode|test|tests|__tests__|benchmarks?|examples?|docs)(\/|$)/,
  /\/@photostructure\/sqlite\/(src|scripts)(\/|$)/,
  /\/prebuilds\/(?!linux-(x64|arm64)(\/|$))/,
  /\.musl\.node$/,
]
const isShipped = (file) =>
  /\/licen[cs]e[^/]*$/i.test(file) || !LEFT_OUT.some((pattern) => pattern.test(file))

/** Copies them into the `node_modules` of a folder. */
export function copyRunPackages(lock, names, folder) {
  for (const place of runPlaces(lock, names)) {
    const source = folderOf(place, lock.packages[place])
    const filter = (file) => {
      const inside = path.relative(source, file)
      return !inside.startsWith('node_modules') && isShipped(`/${place}/${inside}`)
    }
    cpSync(source, path.join(folder, place), { recursive: true, filter })
  }
}

/** Where a package lies: those for the other processor are fetched. */
export const folderOf = (place, { version, integrity }) =>
  existsSync(at(place)) ? at(place) : unpacked(place.replace(/^.*node_modules\//, ''), version, integrity)

const KEPT = at('node_modules/.cache/reveille-release')

/** A package of the registry, unpacked once; what is not what the lock says is not taken. */
export function unpacked(name, version, integrity) {
  const kept = path.join(KEPT, `${name.replace('/', '+')}-${version}`)
  if (existsSync(kept)) return kept
  mkdirSync(KEPT, { recursive: true })
  const work = mkdtempSync(path.join(KEPT, 'work-'))
  try {
    const archive = path.join(work, npmPack(`${name}@${version}`, work))
    if (integrity !== undefined && integrityOf(archive) !== integrity)
      throw new Error(`${name} ${version} is not what the lock says`)
    execFileSync('tar', ['-xzf', archive, '-C', work])
    renameSync(path.join(work, 'package'), kept)
    return kept
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** The name of the archive that npm has made in a folder. */
export function npmPack(what, folder) {
  const words = ['pack', what, '--pack-destination', folder, '--json', '--ignore-scripts']
  const said = execFileSync('npm', words, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  return Object.values(JSON.parse(said.toString()))[0].filename
}

const integrityOf = (file) => `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`
