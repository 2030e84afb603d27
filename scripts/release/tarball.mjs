// The tarball: the whole product as it runs, with Node and nothing else.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { makeGuide } from '../build-guide.mjs'
import { buildServer, ON_THEIR_OWN } from '../build.mjs'
import { builtConsole } from '../built.mjs'
import { noticesOf, shippedBillOf } from './bill.mjs'
import { at, manifestOf, releaseSeconds } from './product.mjs'
import { copyRunPackages } from './run-packages.mjs'

/** As they lie in the repository, so that whoever knows one finds the way in the other. */
const AS_THEY_ARE = [
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'deploy',
  'docs',
  'packages/console/dist',
  'packages/server/bin',
  'packages/server/examples',
  'packages/server/languages',
]

const isShipped = (file) => !/\.map$|\/\.vite(\/|$)/.test(file)

/** What the folder of a release tells of itself; nothing in it is for npm. */
function manifest(product) {
  const { name, description, license, engines } = manifestOf()
  return { name, ...product, description, license, private: true, type: 'module', engines }
}

/** The file behind the command, from the folder of the server. */
const program = () => manifestOf('packages/server').bin.reveille

const json = (value) => `${JSON.stringify(value, null, 2)}\n`

/** Puts the product together in an empty folder. */
export async function stage(folder, product) {
  const lock = JSON.parse(readFileSync(at('package-lock.json'), 'utf8'))
  await builtConsole()
  await buildServer(product, path.join(folder, 'packages/server/dist'), { sourcemap: false })
  makeGuide(path.join(folder, 'packages/server/dist/guide'))
  for (const place of AS_THEY_ARE)
    cpSync(at(place), path.join(folder, place), { recursive: true, filter: isShipped })
  copyRunPackages(lock, ON_THEIR_OWN, folder)
  writeFileSync(path.join(folder, 'package.json'), json(manifest(product)))
  writeFileSync(path.join(folder, 'sbom.cdx.json'), json(shippedBillOf(lock, product)))
  writeFileSync(path.join(folder, 'NOTICES.txt'), noticesOf(lock, product))
  mkdirSync(path.join(folder, 'bin'))
  symlinkSync(path.join('../packages/server', program()), path.join(folder, 'bin/reveille'))
}

/** The same folder makes the same bytes: sorted, of the release's date, nobody's. */
export function packTarball(folder, product, file, { level = 9 } = {}) {
  const same = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX']
  const words = [`--mtime=@${releaseSeconds(product)}`, `--transform=s,^\\./,${topOf(product)}/,S`]
  const names = readdirSync(folder).map((name) => `./${name}`)
  execFileSync('tar', ['-cf', file.replace(/\.gz$/, ''), '-C', folder, ...same, ...words, ...names])
  rmSync(file, { force: true })
  execFileSync('gzip', ['-n', `-${level}`, file.replace(/\.gz$/, '')])
}

/** The one folder in it. */
export const topOf = ({ version }) => `reveille-${version}`
