import { timedMedia } from '@reveille/sip/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { moving } from '../../../testing/hand.ts'
import { type SteppedClock, steppedClock } from '../../../testing/stepped-clock.ts'
import { seconds } from '../../kernel/clock.ts'
import { silentLog } from '../../kernel/log.ts'
import type { CallOrder, CallSteps } from '../caller.ts'
import { sipClock } from './sip-clock.ts'
import { Telephony } from './telephony.ts'
import type { Behaviour } from './virtual-phones.ts'

const SPEECH = { pcmu: new Uint8Array(), pcma: new Uint8Array(), durationMs: 6_000 }
const NOBODY: CallSteps = {
  dialled: () => {},
  answered: () => Promise.resolve(),
  progress: () => {},
  heard: () => {},
  key: () => {},
}
const ORDER: Omit<CallOrder, 'extension'> = {
  ringMs: seconds(24),
  announcement: SPEECH,
  hearsMachines: true,
  rounds: 3,
  reply: () => SPEECH,
}

let telephony: Telephony
let clock: SteppedClock
afterEach(() => moving(clock, telephony.stop()))

async function open(behaviour: (extension: string) => Behaviour) {
  clock = steppedClock(0)
  const plan = { mode: 'virtual' as const, behaviour }
  const media = timedMedia(sipClock(clock))
  telephony = new Telephony({ clock, log: silentLog, media, plan: () => Promise.resolve(plan) })
  await telephony.start()
}

async function ring(extension: string) {
  const call = await telephony.caller.take('')?.prepare({ ...ORDER, extension }, NOBODY)
  if (!call) throw new Error('There is no line')
  call.dial()
  return moving(clock, call.ended)
}

describe('a built-in phone', () => {
  it.each([
    ['answer', { kind: 'answered', keys: '', hungUpBy: 'them' }],
    ['busy', { kind: 'busy' }],
    ['no-answer', { kind: 'no-answer' }],
    ['reject', { kind: 'rejected' }],
    ['acknowledge', { kind: 'answered', keys: '1' }],
  ] as [Behaviour, object][])('that is to %s does so', async (behaviour, expected) => {
    await open(() => behaviour)
    expect(await ring('101')).toMatchObject(expected)
  })

  it('hears one announcement whole, and hangs up in the second', async () => {
    await open(() => 'answer')
    const result = await ring('101')
    const heard = result.kind === 'answered' ? result.heardMs : 0
    expect(heard).toBeGreaterThan(SPEECH.durationMs)
    expect(heard).toBeLessThan(2 * SPEECH.durationMs + 1_500)
  })

  it('that snoozes presses 1 at every other call, each room by itself', async () => {
    await open(() => 'snooze')
    const keys = []
    for (const room of ['101', '101', '102', '101']) {
      const result = await ring(room)
      keys.push(result.kind === 'answered' ? result.keys : null)
    }
    expect(keys).toEqual(['1', '', '1', '1'])
  })

  it('does what is said of its extension at that moment', async () => {
    const behaviours = new Map<string, Behaviour>([['102', 'busy']])
    await open((extension) => behaviours.get(extension) ?? 'answer')
    expect([(await ring('101')).kind, (await ring('102')).kind]).toEqual(['answered', 'busy'])
    behaviours.set('101', 'reject')
    expect((await ring('101')).kind).toBe('rejected')
  })
})
