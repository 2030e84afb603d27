import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { Command } from 'commander'
import { parse } from 'yaml'
import { addServeOptions } from '../src/config/options.ts'
import { ROOT, readyAt } from './process.ts'
import { FIRST, nodeOf, type Product, Workshop } from './released.ts'

interface ProductScript {
  theProduct(): Product
  packageVersions(): Readonly<Record<string, string>>
  objectionsTo(product: Product, changelog: string, versions: Readonly<Record<string, string>>): string[]
}
interface Bill {
  readonly components: readonly { readonly name: string; readonly version: string }[]
}

interface TagScript {
  objectionsToTag(product: Product, root: string): string[]
  tagRelease(product: Product, root: string): string
}
interface VersionScript {
  atVersion(manifest: object, version: string): object
  changelogAt(changelog: string, version: string, released: string): string
}

const at = (name: string) => path.join(ROOT, name)
const script = (name: string) => import(new URL(`../../../scripts/release/${name}`, import.meta.url).href)
const { theProduct, packageVersions, objectionsTo } = (await script('product.mjs')) as ProductScript
const { objectionsToTag, tagRelease } = (await script('tag.mjs')) as TagScript
const { atVersion, changelogAt } = (await script('version.mjs')) as VersionScript

describe('the version', () => {
  const changelog = readFileSync(at('CHANGELOG.md'), 'utf8')
  const product = { version: '1.2.0', released: '2027/02/28', build: '' }
  const LOG = '# Changelog\n\n## 1.2.0 (2027/02/28)\n\n- Better.\n'

  it('stands in one place with its date, and everything else agrees with it', () => {
    expect(objectionsTo(theProduct(), changelog, packageVersions())).toEqual([])
  })

  it('is not released while the changelog does not tell of it, or a package has another', () => {
    expect(objectionsTo(product, LOG, { 'packages/sip': '1.2.0' })).toEqual([])
    expect(objectionsTo(product, LOG.replace('28)', '27)'), {})).toEqual([
      'CHANGELOG.md has no heading "## 1.2.0 (2027/02/28)", as package.json says',
    ])
    expect(objectionsTo(product, LOG, { 'packages/sip': '1.1.0' })).toEqual([
      'packages/sip has the version 1.1.0, and the whole has 1.2.0',
    ])
  })
})

describe('the next version', () => {
  it('is that of every package, and of what they need of each other', () => {
    const sip = {
      name: '@reveille/server',
      version: '1.1.0',
      dependencies: { '@reveille/sip': '1.1.0', pg: '8.0.0' },
    }
    expect(atVersion(sip, '1.2.0')).toEqual({
      name: '@reveille/server',
      version: '1.2.0',
      dependencies: { '@reveille/sip': '1.2.0', pg: '8.0.0' },
    })
  })

  it('brings what the changelog has under "Unreleased"', () => {
    const changelog = '# Changelog\n\n## Unreleased\n\n- Better.\n\n## 1.1.0 (2027/01/31)\n'
    expect(changelogAt(changelog, '1.2.0', '2027/02/28')).toContain('## 1.2.0 (2027/02/28)\n\n- Better.')
  })
})

describe('the tag of a release', () => {
  const product = { version: '1.2.0', released: '2027/02/28', build: '' }

  function repository(): string {
    const folder = mkdtempSync(path.join(tmpdir(), 'reveille-history-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const git = (...words: string[]) => execFileSync('git', words, { cwd: folder, stdio: 'pipe' })
    git('init')
    git('config', 'user.name', 'Ada')
    git('config', 'user.email', 'ada@hotel.example')
    writeFileSync(path.join(folder, 'CHANGELOG.md'), '# Changelog\n')
    git('add', '.')
    git('commit', '--message', 'The house')
    return folder
  }

  it('is given once, and only to what is committed', () => {
    const folder = repository()
    expect(objectionsToTag(product, folder)).toEqual([])
    writeFileSync(path.join(folder, 'CHANGELOG.md'), '# Changed\n')
    expect(objectionsToTag(product, folder)).toEqual([
      'There are changes that are not committed: nobody could make this release again',
    ])
    writeFileSync(path.join(folder, 'CHANGELOG.md'), '# Changelog\n')
    expect(tagRelease(product, folder)).toBe('v1.2.0')
    expect(objectionsToTag(product, folder)).toEqual(['v1.2.0 is there already: a release is made once'])
  })
})

describe('what is given to whoever runs it', () => {
  const known: readonly string[] =
    addServeOptions(new Command())
      .helpInformation()
      .match(/REVEILLE_\w+/g) ?? []

  it.each(['debian/defaults.env', 'debian/reveille.env', 'Containerfile', 'compose.yaml'])(
    'sets only what Reveille knows: %s',
    (name) => {
      const named = readFileSync(at(`deploy/${name}`), 'utf8').match(/REVEILLE_\w+/g) ?? []
      expect(named).not.toEqual([])
      expect(named.filter((one) => !known.includes(one))).toEqual([])
    },
  )

  it('has a database that is there before the house in the compose file', () => {
    const { services } = parse(readFileSync(at('deploy/compose.yaml'), 'utf8'))
    expect(services.reveille).toMatchObject({
      build: { dockerfile: '../../deploy/Containerfile' },
      depends_on: { database: { condition: 'service_healthy' } },
    })
    expect(services.database.healthcheck.test).toContain('pg_isready')
  })

  it('asks the health of an image at /healthz', () => {
    expect(readFileSync(at('deploy/Containerfile'), 'utf8')).toMatch(/^HEALTHCHECK [^\n]*\\\n.*\/healthz/m)
  })
})

describe('the tarball', () => {
  let workshop: Workshop
  let home: string
  let files: string[]

  beforeAll(async () => {
    workshop = new Workshop()
    await workshop.first()
    execFileSync('tar', ['-xzf', await workshop.tarball(FIRST), '-C', workshop.folder])
    home = path.join(workshop.folder, `reveille-${FIRST.version}`)
    files = readdirSync(home, { recursive: true, encoding: 'utf8' })
  })
  afterAll(() => workshop.close())

  it.each(['20', '22', '24'])('serves in an empty folder, with Node %s and nothing else', async (major) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'reveille-empty-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const words = [path.join(home, 'bin/reveille'), '--empty', '--port', '0', '--claim-file', 'code']
    const child = spawn(await nodeOf(major), words, { cwd: folder, env: { PATH: '/nowhere' }, stdio: 'pipe' })
    onTestFinished(() => void child.kill('SIGKILL'))
    const { url: address } = await readyAt(child)
    const answer = await fetch(`${address}/healthz`)
    expect([answer.status, answer.headers.get('server')]).toEqual([200, 'Reveille/0.0.7 REST/1.0'])
    expect(await (await fetch(address)).text()).toContain('data-build')
    expect(readFileSync(path.join(folder, 'code'), 'utf8')).toMatch(/^\w{4}-\w{4}-\w{4}\n$/)
    expect(statSync(path.join(folder, 'code')).mode & 0o777).toBe(0o600)
  })

  it('has native code for both processors', () => {
    const native = files.filter((name) => name.endsWith('.node')).map((name) => path.basename(name))
    expect(native.toSorted()).toEqual([
      '@photostructure+sqlite.glibc.node',
      '@photostructure+sqlite.glibc.node',
      'argon2.linux-arm64-gnu.node',
      'argon2.linux-x64-gnu.node',
    ])
  })

  it('has no tools, sources or tests of ours or of others', () => {
    const packages = readdirSync(path.join(home, 'node_modules'))
    expect(packages.filter((name) => /esbuild|vite|typescript|npm|tsx|react/.test(name))).toEqual([])
    // Examples of clients are to be read.
    const ours = files.filter((name) => !/^docs\/examples\/|\/guide\/examples\//.test(name))
    expect(ours.filter((name) => /\.(test\.\w+|ts|tsx|map|cpp|gyp)$|\/__?tests?__?\//.test(name))).toEqual([])
  })

  it('is no larger than docs/releases.md says', () => {
    const [, packed = '', unpacked = ''] =
      /(\d+) MB packed, (\d+) MB unpacked/.exec(readFileSync(at('docs/releases.md'), 'utf8')) ?? []
    const sizes = files.map((name) => statSync(path.join(home, name))).filter((one) => one.isFile())
    const megabytes = sizes.reduce((sum, { size }) => sum + size, 0) / 1e6
    expect(megabytes).toBeLessThan(Number(unpacked) + 1)
    expect(megabytes).toBeGreaterThan(Number(packed))
  })

  it('lists what is in it, and nothing that only builds it', () => {
    const { components } = JSON.parse(readFileSync(path.join(home, 'sbom.cdx.json'), 'utf8')) as Bill
    const names = new Set(components.map(({ name }) => name))
    for (const name of readdirSync(path.join(home, 'node_modules')).filter((one) => !/^[.@]/.test(one)))
      expect(names).toContain(name)
    for (const name of ['fastify', 'react', '@node-rs/argon2-linux-arm64-gnu', '@reveille/server'])
      expect(names).toContain(name)
    expect([...names].filter((name) => /esbuild|vite$|darwin|win32/.test(name))).toEqual([])
    const notices = readFileSync(path.join(home, 'NOTICES.txt'), 'utf8')
    expect(notices).toContain('==== fastify ')
  })

  it('is the same to the byte when it is made again', async () => {
    const file = path.join(workshop.out, `reveille-${FIRST.version}.tar.gz`)
    const before = readFileSync(file)
    writeFileSync(file, '')
    await workshop.tarball(FIRST)
    expect(readFileSync(file).equals(before)).toBe(true)
  })
})
