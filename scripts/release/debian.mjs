// The Debian package, made of the tarball alone: nothing is fetched, and nothing of the repository is looked at.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PROCESSORS } from './run-packages.mjs'
import { releaseSeconds } from './product.mjs'

/** What Debian calls the processors that Node knows by other names. */
export const ARCHITECTURES = { x64: 'amd64', arm64: 'arm64' }

const HOME = 'usr/lib/reveille'
const CONTROL = ['conffiles', 'postinst', 'postrm', 'prerm']
/** From the tarball to where Debian wants it. */
const PLACES = [
  ['deploy/debian/reveille', 'usr/bin/reveille', 0o755],
  ['deploy/debian/reveille.env', 'etc/reveille/reveille.env', 0o640],
  ['deploy/reveille.service', 'usr/lib/systemd/system/reveille.service', 0o644],
  ['LICENSE', 'usr/share/doc/reveille/copyright', 0o644],
  ['NOTICES.txt', 'usr/share/doc/reveille/NOTICES.txt', 0o644],
]

const run = (program, words, env = {}) =>
  execFileSync(program, words, { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, ...env } })

/** Makes the package for one processor; the answer is its file. */
export function packDebian(tarball, processor, out, { compression = 'xz' } = {}) {
  const work = mkdtempSync(path.join(tmpdir(), 'reveille-debian-'))
  try {
    const home = path.join(work, HOME)
    mkdirSync(home, { recursive: true })
    run('tar', ['-xzf', tarball, '-C', home, '--strip-components=1'])
    const product = JSON.parse(readFileSync(path.join(home, 'package.json'), 'utf8'))
    removeOthers(home, processor)
    for (const [from, to, mode] of PLACES) place(path.join(home, from), path.join(work, to), mode)
    writeControl(work, home, product, processor)
    const file = path.join(out, `reveille_${product.version}_${ARCHITECTURES[processor]}.deb`)
    const words = ['--root-owner-group', `-Z${compression}`, '--build', work, file]
    run('dpkg-deb', words, { SOURCE_DATE_EPOCH: String(releaseSeconds(product)) })
    return file
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

function place(from, to, mode) {
  mkdirSync(path.dirname(to), { recursive: true })
  run('install', ['-m', mode.toString(8), from, to])
}

/** Native code of the other processors. */
function removeOthers(home, processor) {
  const others = PROCESSORS.filter((one) => one !== processor)
  const isOther = (name) =>
    others.some((one) => new RegExp(`(^|-)linux-${one}(-|$)`).test(path.basename(name)))
  const modules = path.join(home, 'node_modules')
  for (const name of readdirSync(modules, { recursive: true }))
    if (isOther(name)) rmSync(path.join(modules, name), { recursive: true, force: true })
}

function writeControl(work, home, { version }, processor) {
  const folder = path.join(work, 'DEBIAN')
  const files = filesIn(work)
  mkdirSync(folder)
  const from = (name) => path.join(home, 'deploy/debian', name)
  for (const name of CONTROL) copyFileSync(from(name), path.join(folder, name))
  const kilobytes = Math.ceil(
    files.reduce((sum, file) => sum + statSync(path.join(work, file)).size, 0) / 1_024,
  )
  const control = readFileSync(from('control'), 'utf8')
    .replace('@version@', version)
    .replace('@architecture@', ARCHITECTURES[processor])
    .replace('@size@', kilobytes)
  writeFileSync(path.join(folder, 'control'), control)
  // By these `dpkg --verify` finds what was changed.
  writeFileSync(
    path.join(folder, 'md5sums'),
    files.map((file) => `${md5(path.join(work, file))}  ${file}\n`).join(''),
  )
}

const filesIn = (work) =>
  readdirSync(work, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => path.relative(work, path.join(one.parentPath, one.name)))
    .filter((name) => !name.startsWith('etc/'))
    .toSorted()

const md5 = (file) => createHash('md5').update(readFileSync(file)).digest('hex')
