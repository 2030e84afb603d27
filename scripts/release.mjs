// `npm run release`: makes in dist/release what a hotel installs: the tarball, Debian packages made of it, the libraries, the
// bill of materials, checksums.
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { writeChecksums } from './release/checksums.mjs'
import { packDebian } from './release/debian.mjs'
import { LIBRARIES, packLibrary } from './release/library.mjs'
import { at, objectionsTo, packageVersions, theProduct } from './release/product.mjs'
import { PROCESSORS } from './release/run-packages.mjs'
import { objectionsToTag, tagRelease } from './release/tag.mjs'
import { packTarball, stage, topOf } from './release/tarball.mjs'
import { setVersion } from './release/version.mjs'

const OUT = at('dist/release')

/** Everything that is given out, in an empty folder. */
async function makeRelease(product, out) {
  const folder = mkdtempSync(path.join(tmpdir(), 'reveille-release-'))
  try {
    await stage(folder, product)
    const tarball = path.join(out, `${topOf(product)}.tar.gz`)
    packTarball(folder, product, tarball)
    for (const processor of PROCESSORS) packDebian(tarball, processor, out)
    for (const library of LIBRARIES) packLibrary(library, product, out)
    copyFileSync(path.join(folder, 'sbom.cdx.json'), path.join(out, `${topOf(product)}.cdx.json`))
    writeChecksums(out)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function tell(out) {
  for (const name of readdirSync(out)) {
    const megabytes = (statSync(path.join(out, name)).size / 1e6).toFixed(1)
    console.log(`${megabytes.padStart(6)} MB  ${path.relative(process.cwd(), path.join(out, name))}`)
  }
}

const { values: asked } = parseArgs({ options: { tag: { type: 'boolean' }, version: { type: 'string' } } })

function objections(product) {
  const told = objectionsTo(product, readFileSync(at('CHANGELOG.md'), 'utf8'), packageVersions())
  return asked.tag ? [...told, ...objectionsToTag(product)] : told
}

async function run() {
  if (asked.version !== undefined) return setVersion(asked.version, today())
  const product = theProduct()
  const wrong = objections(product)
  for (const one of wrong) console.error(one)
  if (wrong.length > 0) return void (process.exitCode = 1)
  rmSync(OUT, { recursive: true, force: true })
  mkdirSync(OUT, { recursive: true })
  await makeRelease(product, OUT)
  tell(OUT)
  if (asked.tag) console.log(`Tagged as ${tagRelease(product)}`)
}

const today = () => new Date().toISOString().slice(0, 10).replaceAll('-', '/')

await run()
