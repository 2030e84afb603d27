import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { ROOT, readyAt } from './process.ts'
import { FIRST, type Product, Workshop } from './released.ts'

interface ProductScript {
  theProduct(): Product
  packageVersions(): Readonly<Record<string, string>>
  objectionsTo(product: Product, changelog: string, versions: Readonly<Record<string, string>>): string[]
}
interface Bill {
  readonly components: readonly { readonly name: string; readonly version: string }[]
}

const at = (name: string) => path.join(ROOT, name)
const { theProduct, packageVersions, objectionsTo } = (await import(
  new URL('../../../scripts/release/product.mjs', import.meta.url).href
)) as ProductScript

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

describe('the tarball', () => {
  const workshop = new Workshop()
  let home: string
  let files: string[]

  beforeAll(async () => {
    await workshop.first()
    execFileSync('tar', ['-xzf', await workshop.tarball(FIRST), '-C', workshop.folder])
    home = path.join(workshop.folder, `reveille-${FIRST.version}`)
    files = readdirSync(home, { recursive: true, encoding: 'utf8' })
  })
  afterAll(() => workshop.close())

  it('serves in an empty folder, with Node and nothing else', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'reveille-empty-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const words = [path.join(home, 'bin/reveille'), '--empty', '--port', '0', '--claim-file', 'code']
    const child = spawn(process.execPath, words, { cwd: folder, env: { PATH: '/nowhere' }, stdio: 'pipe' })
    onTestFinished(() => void child.kill('SIGKILL'))
    const address = await readyAt(child)
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
    expect(files.filter((name) => /\.(test\.\w+|ts|tsx|map|cpp|gyp)$|\/__?tests?__?\//.test(name))).toEqual(
      [],
    )
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
