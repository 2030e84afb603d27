import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const run = promisify(execFile)
let folder: string

/** A product that rings a phone of its own and tells what both have heard. */
const PRODUCT = `
  import { createUserAgent, prepareAudio } from '@reveille/sip'
  import { openPhones } from '@reveille/sip/testing'
  const host = '127.0.0.1'
  const phones = await openPhones({
    audioPorts: { low: 45_000, high: 45_099 },
    script: () => ({ does: 'answer', records: true }),
  })
  const agent = await createUserAgent({ bind: { host, port: 0 }, audioPorts: { low: 45_100, high: 45_199 } })
  agent.addLine({ user: 'voice1', domain: host, exchange: phones.address, register: false })
  const announcement = prepareAudio(new Uint8Array(4_000).fill(0x20))
  const call = agent.dial('voice1', { to: '101', announcement, onPlayed: () => void call.hangUp() })
  const [{ outcome }, { report }] = [await call.ended, await (await phones.nextCall()).ended]
  const loud = report?.recording?.filter((sample) => Math.abs(sample) > 5_000).length ?? 0
  await agent.close()
  await phones.close()
  process.stdout.write(JSON.stringify({ outcome, loud }))
`

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bundle-'))
  await writeFile(path.join(folder, 'product.ts'), PRODUCT)
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }')
})

afterAll(() => rm(folder, { recursive: true }))

describe('a bundle, made as the product is', () => {
  it('has the audio thread beside it, and rings with audio far away from its sources', async () => {
    const { bundle } = (await import(new URL('../../../scripts/build.mjs', import.meta.url).href)) as {
      bundle(main: string, outdir: string): Promise<unknown>
    }
    await bundle(path.join(folder, 'product.ts'), path.join(folder, 'dist'))
    expect(await readdir(path.join(folder, 'dist'))).toEqual(
      expect.arrayContaining(['main.js', 'media-worker.js']),
    )
    const { stdout } = await run(process.execPath, [path.join(folder, 'dist/main.js')], { timeout: 100_000 })
    const { outcome, loud } = JSON.parse(stdout) as { outcome: string; loud: number }
    expect(outcome).toBe('answered')
    expect(loud).toBeGreaterThan(3_000)
  })
})
