import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, describe, expect, it } from 'vitest'
import { openPhones, type Phones, type PhoneScript } from '../testing/scripted-phone.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const EXAMPLE = 'packages/sip/examples/ring.ts'
const example = readFileSync(new URL(`../../../${EXAMPLE}`, import.meta.url), 'utf8')
const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')

let phones: Phones

afterEach(() => phones.close())

async function runExample(script: PhoneScript): Promise<string> {
  phones = await openPhones({ script: () => script, audioPorts: { low: 46_000, high: 46_099 } })
  const { host, port } = phones.address
  const words = ['--import', 'tsx', EXAMPLE, host, String(port), '101']
  const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: ROOT, timeout: 100_000 })
  return stdout
}

describe('the example', () => {
  it('rings a phone, is heard and heard back, and tells the end', async () => {
    const keys = [{ keys: '1', afterMs: 500 }]
    const told = await runExample({ does: 'answer', ringMs: 100, records: true, keys })
    expect(told).toMatch(/It rings\.\nSomebody answers\.\nThey press 1\.\n/)
    expect(told).toMatch(/outcome: 'answered'[\s\S]*hungUpBy: 'us'[\s\S]*heardMs: 2000/)
    const end = await (await phones.nextCall()).ended
    const recording = (end.kind === 'answered' && end.report?.recording) || new Int16Array()
    expect(recording.filter((sample) => Math.abs(sample) > 5_000).length).toBeGreaterThan(14_000)
  })

  it('tells of a phone that is busy', async () => {
    expect(await runExample({ does: 'busy' })).toMatch(/outcome: 'busy',\s+status: 486/)
  })
})

describe('the front page of the package', () => {
  it('shows the example as it is, on less than a page', () => {
    expect(/```ts\n([\s\S]*?)```/.exec(readme)?.[1]).toBe(example)
    expect(example.trimEnd().split('\n').length).toBeLessThanOrEqual(30)
  })
})
