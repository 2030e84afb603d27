import { execFile, execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { openPms } from '@reveille/fias/testing'
import { openPhones } from '@reveille/sip/testing'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { ROOT } from './process.ts'
import { FIRST, nodeOf, type Product, Workshop } from './released.ts'

interface Library {
  readonly name: string
}
interface LibraryScript {
  readonly LIBRARIES: readonly Library[]
  packLibrary(library: Library, product: Product, out: string): string
}

const script = (name: string) => import(new URL(`../../../scripts/release/${name}`, import.meta.url).href)

const EVERY_NAME = `
  import { createUserAgent, type CallEnd, type UserAgentOptions } from '@reveille/sip'
  import { openPhones, type PhoneScript } from '@reveille/sip/testing'
  import { createLink, type Posting } from '@reveille/fias'
  import { openPms } from '@reveille/fias/testing'
  const options: UserAgentOptions = { bind: { host: '127.0.0.1', port: 0 } }
  const busy: PhoneScript = { does: 'busy' }
  export const endOf = async (): Promise<CallEnd> => (await createUserAgent(options)).dial('voice1', { to: '101' }).ended
  export const others = [openPhones({ script: () => busy }), openPms(), createLink({ host: 'pms', port: 5010 })]
  // @ts-expect-error: a posting has a room
  export const posting: Posting = { number: 1 }
`

describe('the libraries, installed into an empty project', () => {
  let workshop: Workshop
  let project: string

  beforeAll(async () => {
    workshop = new Workshop()
    project = workshop.folder
    const { LIBRARIES, packLibrary } = (await script('library.mjs')) as LibraryScript
    const tarballs = LIBRARIES.map((library) => packLibrary(library, FIRST, workshop.out))
    writeFileSync(path.join(project, 'package.json'), '{ "type": "module", "private": true }')
    execFileSync('npm', ['install', '--silent', ...tarballs], { cwd: project, stdio: 'pipe' })
  })
  afterAll(() => workshop.close())

  const run = async (node: string, ...words: string[]) => {
    const { stdout } = await promisify(execFile)(node, words, { cwd: project, timeout: 100_000 })
    return stdout
  }

  it.each(['20', '22', '24'])(
    'ring a phone and post a charge by their examples, on Node %s',
    async (major) => {
      const node = await nodeOf(major)
      expect(await run(node, '--version')).toMatch(new RegExp(`^v${major}\\.`))
      const audioPorts = { low: 46_200, high: 46_299 }
      const phones = await openPhones({ script: () => ({ does: 'answer', ringMs: 100 }), audioPorts })
      onTestFinished(() => phones.close())
      const pms = await openPms({ guests: { '101': [{ reservation: '4711', name: 'Ada' }] } })
      onTestFinished(() => pms.close())

      const example = (name: string) => `node_modules/@reveille/${name}.js`
      const ring = run(
        node,
        example('sip/examples/ring'),
        phones.address.host,
        String(phones.address.port),
        '101',
      )
      const post = run(node, example('fias/examples/post'), pms.address.host, String(pms.address.port), '101')
      expect(await ring).toMatch(/outcome: 'answered'[\s\S]*heardMs: 2000/)
      expect(await post).toMatch(/kind: 'delivered'/)
      expect(pms.folio.bookings).toMatchObject([{ room: '101', number: '1733' }])
    },
  )

  it('have types that a strict project compiles with', async () => {
    writeFileSync(path.join(project, 'hotel.ts'), EVERY_NAME)
    const options = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2023', '--types', 'node']
    const types = ['--typeRoots', path.join(ROOT, 'node_modules/@types')]
    await run(
      process.execPath,
      path.join(ROOT, 'node_modules/typescript/bin/tsc'),
      ...options,
      ...types,
      'hotel.ts',
    )
  })

  it('have a front page, a licence and no tests or sources, and lead nowhere outside', () => {
    for (const name of ['sip', 'fias']) {
      const folder = path.join(project, 'node_modules/@reveille', name)
      expect(readdirSync(folder).toSorted()).toEqual([
        'LICENSE',
        'README.md',
        'dist',
        'examples',
        'package.json',
      ])
      const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      expect(files.filter((file) => /\.test\.|(?<!\.d)\.ts$/.test(file))).toEqual([])
      expect(readFileSync(path.join(folder, 'README.md'), 'utf8')).not.toMatch(/\.\.\/|npm run|tsx/)
    }
  })

  it.each(['phones', 'pms'])('bring the other end of the wire as a program: reveille-%s', async (name) => {
    const said = await run(process.execPath, `node_modules/.bin/reveille-${name}`, '--help')
    expect(said).toContain(`reveille-${name}`)
    expect(said).not.toContain('npm run')
  })
})
