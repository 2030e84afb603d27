import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

interface Package {
  readonly version: string
  readonly license?: string
  readonly dev?: boolean
  readonly hasInstallScript?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
}
interface Lock {
  readonly packages: Readonly<Record<string, Package>>
}
interface Bill {
  readonly components: readonly { readonly purl: string; readonly scope: string }[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
}
interface Script {
  billOf(lock: Lock): Bill
  licencesOf(lock: Lock): string
  objectionsTo(lock: Lock, manifest: object): string[]
}

const SCRIPT = new URL('../../../scripts/sbom.mjs', import.meta.url)
const { billOf, licencesOf, objectionsTo } = (await import(SCRIPT.href)) as Script
const read = (name: string) => readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8')
const LOCK = JSON.parse(read('package-lock.json')) as Lock
const MANIFEST = JSON.parse(read('package.json')) as object

const withPackage = (name: string, one: Package): Lock => ({
  packages: { ...LOCK.packages, [`node_modules/${name}`]: one },
})

describe('the list of what a hotel runs', () => {
  it('is up to date', async () => {
    await promisify(execFile)(process.execPath, [fileURLToPath(SCRIPT), '--check'])
  })

  it('is the same in whatever order the lock names the packages', () => {
    const packages = Object.fromEntries(Object.entries(LOCK.packages).toReversed())
    expect(JSON.stringify(billOf({ packages }))).toBe(JSON.stringify(billOf(LOCK)))
    expect(licencesOf({ packages })).toBe(licencesOf(LOCK))
  })

  it('names the packages of every platform, and none that only we work with', () => {
    const { components } = billOf(LOCK)
    const names = components.map(({ purl }) => purl.replace(/@[^@]*$/, ''))
    for (const platform of ['linux-arm64-gnu', 'linux-x64-gnu', 'darwin-arm64'])
      expect(names).toContain(`pkg:npm/%40node-rs/argon2-${platform}`)
    expect(names.filter((name) => /vitest|typescript|oxlint|oxfmt/.test(name))).toEqual([])
  })

  it('leads from the product to every package in it', () => {
    const { components, dependencies } = billOf(LOCK)
    const needs = new Map(dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]))
    const reached = new Set<string>()
    const reach = (ref: string) => {
      if (reached.has(ref)) return
      reached.add(ref)
      for (const next of needs.get(ref) ?? []) reach(next)
    }
    reach(dependencies[0]?.ref ?? '')
    expect(components.filter(({ purl }) => !reached.has(purl))).toEqual([])
  })
})

describe('a package', () => {
  it('is as it should be, of those that we have', () => {
    expect(objectionsTo(LOCK, MANIFEST)).toEqual([])
  })

  it('under a licence that asks for more is objected to, unless it is for us alone', () => {
    const one = { version: '1.0.0', license: 'AGPL-3.0-only' }
    expect(objectionsTo(withPackage('sticky', one), MANIFEST)).toEqual([
      'sticky has the licence AGPL-3.0-only: may we ship it?',
    ])
    expect(objectionsTo(withPackage('sticky', { ...one, dev: true }), MANIFEST)).toEqual([])
    expect(objectionsTo(withPackage('free', { ...one, license: '(MIT OR GPL-3.0)' }), MANIFEST)).toEqual([])
  })

  it('that runs a script while it is installed is objected to', () => {
    const one = { version: '1.0.0', license: 'MIT', hasInstallScript: true }
    expect(objectionsTo(withPackage('busy', one), MANIFEST)).toEqual([
      'busy runs a script while it is installed: turn it off in allowScripts of package.json',
    ])
  })
})
