import { afterEach, describe, expect, it } from 'vitest'
import { createUserAgent } from '../src/agent/user-agent.ts'
import type { IncomingCall } from '../src/call/incoming-call.ts'
import { readDialWords } from '../testing/command/dial-words.ts'
import { dialOnce } from '../testing/command/dialled-call.ts'

describe('the words of npm run phones -- dial', () => {
  it('say who calls whom and what they press', () => {
    expect(readDialWords(['101', '700', '0630'])).toEqual({
      kind: 'dial',
      command: {
        from: '101',
        to: '700',
        keys: '0630',
        at: { host: '127.0.0.1', port: 5_062 },
        afterMs: 2_000,
        listenMs: 8_000,
      },
    })
    expect(readDialWords(['1', '2', '--at', 'pbx.example:5060', '--after', '0.5'])).toMatchObject({
      command: { keys: '', at: { host: 'pbx.example', port: 5_060 }, afterMs: 500 },
    })
  })

  it.each([
    [[], 2],
    [['101', '7 0', '06x'], 2],
    [['101', '700', '1', '2'], 1],
    [['101', '700', '--at', 'nowhere', '--after', 'soon', '--listen', '-'], 3],
    [['101', '700', '--loud'], 1],
  ])('%j are %i mistakes', (words, count) => {
    const asked = readDialWords(words)
    expect(asked.kind === 'mistakes' ? asked.mistakes : []).toHaveLength(count)
  })
})

describe('a phone that dials', () => {
  const open: { close(how: { abruptly: boolean }): Promise<void> }[] = []
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close({ abruptly: true })
  })

  async function callee(onCall: (call: IncomingCall) => void) {
    const agent = await createUserAgent({ bind: { host: '127.0.0.1', port: 0 }, anyNumber: true, onCall })
    open.push(agent)
    return agent.local
  }

  it('is answered, presses its keys and hangs up, and says so', async () => {
    const heard: string[] = []
    const at = await callee((call) => void call.accept({ onKey: (key) => void heard.push(key) }))
    const said: string[] = []
    const command = { from: '101', to: '700', keys: '0630', at, afterMs: 100, listenMs: 200 }
    expect(await dialOnce(command, (line) => void said.push(line))).toBe(0)
    expect(heard.join('')).toBe('0630')
    expect(said.slice(1)).toEqual(['700 answers', '101 has pressed 0630', 'The call is over: hung up'])
  })

  it('who is busy says so, and fails', async () => {
    const at = await callee((call) => call.reject())
    const said: string[] = []
    const command = { from: '101', to: '700', keys: '', at, afterMs: 0, listenMs: 0 }
    expect(await dialOnce(command, (line) => void said.push(line))).toBe(1)
    expect(said.at(-1)).toMatch(/^700 did not answer: busy/)
  })
})
