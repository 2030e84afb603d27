import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, describe, expect, it } from 'vitest'
import { openPms, type PmsOptions, type ScriptedPms } from '../testing/scripted-pms.ts'
import { GUESTS } from './journey.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const EXAMPLE = 'packages/fias/examples/post.ts'
const example = readFileSync(new URL(`../../../${EXAMPLE}`, import.meta.url), 'utf8')
const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')

let pms: ScriptedPms

afterEach(() => pms.close())

async function runExample(options: PmsOptions = {}): Promise<string> {
  pms = await openPms({ guests: GUESTS, ...options })
  const { host, port } = pms.address
  const words = ['--import', 'tsx', EXAMPLE, host, String(port), '101']
  const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: ROOT, timeout: 100_000 })
  return stdout
}

describe('the example', () => {
  it('links, posts, says good-bye, and ends', async () => {
    const told = await runExample()
    expect(told).toMatch(/is alive: .*\n\{ kind: 'delivered', status: 'OK' \}\n[\s\S]*is stopped/)
    expect(pms.folio.bookings).toMatchObject([{ room: '101', number: '1733', itemText: '2 Cola' }])
    expect([pms.received.at(-1)?.id, pms.violations]).toEqual(['LE', []])
  })

  it('tells of a posting that is refused', async () => {
    expect(await runExample({ guests: {} })).toMatch(/kind: 'refused',\s+status: 'NG'/)
  })
})

describe('the front page of the package', () => {
  it('shows the example as it is, on less than a page', async () => {
    pms = await openPms()
    expect(/```ts\n([\s\S]*?)```/.exec(readme)?.[1]).toBe(example)
    expect(example.trimEnd().split('\n').length).toBeLessThanOrEqual(30)
  })
})
