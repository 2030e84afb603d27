import { describe, expect, it } from 'vitest'
import { runner } from './run.ts'

const node = (code: string, input = '', timeoutMs = 20_000) =>
  runner(timeoutMs)(process.execPath, ['-e', code], input)
const ECHO = 'process.stdin.pipe(process.stdout)'

describe('a program', () => {
  it('gets its input and gives its output, byte by byte', async () => {
    expect(String(await node(ECHO, 'Grüezi; $(id) `id` "\'\n'))).toBe('Grüezi; $(id) `id` "\'\n')
  })

  it('that is not installed gives nothing', async () => {
    expect(await runner()('no-such-program-anywhere', [], 'x')).toBeNull()
  })

  it('that fails gives nothing', async () => {
    expect(await node('process.stdout.write("half"); process.exitCode = 1')).toBeNull()
  })

  it('that hangs is ended', async () => {
    expect(await node('process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)', '', 300)).toBeNull()
  })

  it('that never stops talking is ended', async () => {
    expect(
      await node('const b = Buffer.alloc(1e6); const go = () => process.stdout.write(b, go); go()'),
    ).toBeNull()
  })

  it('that does not listen is judged by what it says', async () => {
    const said = await node('process.stdin.destroy(); process.stdout.write("done")', 'x'.repeat(1_000_000))
    expect(String(said)).toBe('done')
  })
})
