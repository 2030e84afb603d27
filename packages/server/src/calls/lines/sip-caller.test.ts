import { openPhones, type Phones, type PhoneScript, timedMedia } from '@reveille/sip/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { moving, rest } from '../../../testing/hand.ts'
import { type SteppedClock, steppedClock } from '../../../testing/stepped-clock.ts'
import { lineInForce } from '../../hotel/settings/line.ts'
import { seconds } from '../../kernel/clock.ts'
import { silentLog } from '../../kernel/log.ts'
import type { CallOrder, CallSteps } from '../caller.ts'
import { sipClock } from './sip-clock.ts'
import { SipCaller } from './sip-caller.ts'
import { eventually } from '../../../testing/eventually.ts'

const SPEECH = { pcmu: new Uint8Array(), pcma: new Uint8Array(), durationMs: 6_000 }
const THANKS = { ...SPEECH, durationMs: 1_000 }
const ORDER: CallOrder = {
  extension: '101',
  ringMs: seconds(24),
  announcement: SPEECH,
  hearsMachines: true,
  rounds: 2,
  reply: () => THANKS,
}

const LINE = ({ address: { host, port } }: Phones) => ({ uri: `sip:voice1@${host}:${port}`, register: false })

let clock: SteppedClock
let caller: SipCaller
let phones: Phones
let script: PhoneScript
beforeEach(async () => {
  clock = steppedClock(0)
  const media = timedMedia(sipClock(clock))
  phones = await openPhones({ clock: sipClock(clock), media, script: () => script, onCall: () => {} })
  caller = new SipCaller({ clock, log: silentLog, media })
  await caller.start({ bind: '127.0.0.1' })
  await caller.setLines([lineInForce({ name: 'voice1', tenant: '', config: LINE(phones) })])
})
afterEach(async () => {
  await moving(clock, caller.stop())
  await phones.close({ abruptly: true })
})

async function prepare(order: Partial<CallOrder> = {}) {
  const steps = {
    dialled: vi.fn<CallSteps['dialled']>(),
    answered: vi.fn<CallSteps['answered']>(() => Promise.resolve()),
    progress: vi.fn<CallSteps['progress']>(),
    heard: vi.fn<CallSteps['heard']>(),
    key: vi.fn<CallSteps['key']>(),
  }
  const call = await caller.take('')?.prepare({ ...ORDER, ...order }, steps)
  if (!call) throw new Error('There is no line')
  return { call, steps, result: () => moving(clock, call.ended) }
}

async function ring(order: Partial<CallOrder> = {}) {
  const ready = await prepare(order)
  ready.call.dial()
  return ready
}

describe('a call over a line of the exchange', () => {
  it('has a handle before the phone hears of it, and another when it is answered', async () => {
    script = { does: 'answer', ringMs: 1_000, hangsUpAfterMs: 5_000 }
    const { call, steps, result } = await prepare()
    expect([call.handle['line'], call.handle['dialog']]).toEqual(['voice1', null])
    await rest(clock)
    expect(phones.calls.size).toBe(0)
    call.dial()
    expect(await result()).toMatchObject({
      kind: 'answered',
      hungUpBy: 'them',
      keys: '',
      status: 200,
      forwarded: false,
    })
    expect(steps.dialled).toHaveBeenCalledOnce()
    expect(steps.answered).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ dialog: expect.anything() as unknown }),
    )
    expect(steps.dialled.mock.invocationCallOrder[0]).toBeLessThan(
      steps.progress.mock.invocationCallOrder[0] ?? 0,
    )
    expect(steps.progress.mock.calls).toEqual([
      [180, 'Ringing'],
      [200, 'OK'],
    ])
  })

  it('that is not dialled after all gives its line back, and nobody was rung', async () => {
    script = { does: 'answer' }
    const { call, result } = await prepare()
    call.hangUp()
    expect(await result()).toMatchObject({ kind: 'no-answer', status: null })
    call.dial()
    await rest(clock)
    expect([phones.calls.size, caller.describe()[0]?.busy]).toEqual([0, 0])
  })

  it('says the announcement so often, and hangs up then', async () => {
    script = { does: 'answer' }
    expect(await (await ring()).result()).toMatchObject({ kind: 'answered', hungUpBy: 'us', heardMs: 13_500 })
  })

  it.each([
    [3_400, 0],
    [3_600, 1],
  ])('that is put down after %i ms was heard for three seconds %i times', async (hangsUpAfterMs, times) => {
    script = { does: 'answer', hangsUpAfterMs }
    const { steps, result } = await ring()
    await result()
    expect(steps.heard).toHaveBeenCalledTimes(times)
  })

  it('answers a key, and hangs up when that is said', async () => {
    script = { does: 'answer', keys: [{ keys: '1', afterMs: 2_000 }] }
    const before = clock.now()
    const { steps, result } = await ring()
    expect(await result()).toMatchObject({ kind: 'answered', keys: '1', hungUpBy: 'us' })
    expect(steps.key.mock.calls).toEqual([['1']])
    expect(clock.now() - before).toBeLessThan(seconds(5))
  })

  it('goes on as if nothing had been pressed, where a key has no answer', async () => {
    script = { does: 'answer', keys: [{ keys: '1', afterMs: 2_000 }] }
    expect(await (await ring({ reply: () => null })).result()).toMatchObject({ keys: '1', heardMs: 13_500 })
  })

  it.each([
    ['busy', { does: 'busy' }, { kind: 'busy', status: 486 }],
    ['silent for longer than it may ring', { does: 'ring' }, { kind: 'no-answer', status: null, rang: true }],
    [
      'never said to ring',
      { does: 'ring', triesMs: seconds(60) },
      { kind: 'line-trouble', status: null, rang: false },
    ],
    [
      'given up by the exchange while it rings',
      { does: 503, ringMs: 1_000 },
      { kind: 'line-trouble', status: 503, rang: true },
    ],
    ['put down', { does: 'reject' }, { kind: 'rejected', status: 603 }],
    ['not there', { does: 404 }, { kind: 'unreachable', status: 404 }],
    ['out of reach of the exchange', { does: 503 }, { kind: 'line-trouble', status: 503, rang: false }],
  ] as [string, PhoneScript, object][])(
    'to a phone that is %s ends as one value',
    async (_, does, expected) => {
      script = does
      expect(await (await ring()).result()).toMatchObject(expected)
    },
  )

  it('that is withdrawn stops ringing', async () => {
    script = { does: 'ring' }
    const { call, result } = await ring()
    await eventually(() => expect(phones.calls.size).toBe(1))
    call.hangUp()
    expect(await result()).toMatchObject({ kind: 'no-answer' })
    expect(phones.calls.size).toBe(0)
    expect(clock.now()).toBeLessThan(seconds(2))
  })
})

describe('a line', () => {
  it('is taken until its call has ended, and then somebody is told', async () => {
    script = { does: 'busy' }
    const free = vi.fn<() => void>()
    caller.onFree(free)
    const { result } = await ring()
    expect(caller.take('')).toBeNull()
    await result()
    await eventually(() => expect(free).toHaveBeenCalled())
    expect(caller.take('')).toMatchObject({ name: 'voice1' })
  })

  it('that is not needed after all is free at once', () => {
    const line = caller.take('')
    line?.release()
    expect(caller.take('')).toMatchObject({ name: 'voice1' })
  })

  it('after trouble rests as long as the exchange asks; when it is awake somebody is told', async () => {
    script = { does: 503, headers: [['Retry-After', '30']] }
    await (await ring()).result()
    const ended = clock.now()
    expect(caller.take('')).toBeNull()
    expect(caller.describe()).toMatchObject([
      { name: 'voice1', busy: 0, troubles: 1, why: 'Service Unavailable' },
    ])
    const free = vi.fn<() => void>()
    caller.onFree(free)
    await rest(clock)
    free.mockClear()
    clock.advance(seconds(30) - (clock.now() - ended))
    expect(free).toHaveBeenCalled()
    expect(caller.take('')).toMatchObject({ name: 'voice1' })
  })

  it('does not rest because of one phone of which the exchange never says that it rings', async () => {
    script = { does: 'answer', hangsUpAfterMs: 100 }
    await (await ring()).result()
    script = { does: 'ring', triesMs: seconds(60) }
    await (await ring()).result()
    expect(caller.describe()).toMatchObject([{ troubles: 0, why: '' }])
  })

  it('does not rest when one phone has trouble and another rings', async () => {
    await caller.setLines([
      lineInForce({ name: 'voice1', tenant: '', config: { ...LINE(phones), calls: 2 } }),
    ])
    script = { does: 'ring' }
    const well = await ring()
    await eventually(() => expect(well.steps.progress).toHaveBeenCalled())
    script = { does: 500 }
    expect(await (await ring({ extension: '102' })).result()).toMatchObject({ kind: 'line-trouble' })
    expect(caller.describe()).toMatchObject([{ troubles: 0, why: '' }])
    expect(caller.take('')).toMatchObject({ name: 'voice1' })
    await well.result()
  })

  it('that is given back while the desk waits is not to be had by anybody else', async () => {
    const line = caller.take('')
    const desk = caller.next('')
    line?.release()
    expect(caller.take('')).toBeNull()
    expect(await desk).toMatchObject({ name: 'voice1' })
  })

  it('goes to the desk that waits for it, before anybody is told that it is free', async () => {
    script = { does: 'busy' }
    const { result } = await ring()
    const taken: string[] = []
    caller.onFree(() => caller.take('') && taken.push('guest'))
    void caller.next('').then((line) => line && taken.push('desk'))
    await result()
    await rest(clock)
    expect(taken).toEqual(['desk'])
  })

  it('that failed a guest goes to no desk that waits, before it is known that the guest waits too', async () => {
    script = { does: 'answer', hangsUpAfterMs: 100 }
    await (await ring()).result()
    // Because of one room a line that has just carried a call does not rest.
    script = { does: 500 }
    const { call, result } = await ring()
    const waiting: string[] = []
    void call.ended.then(() => waiting.push(''))
    caller.guestsFirst(() => waiting)
    const desk = vi.fn<() => void>()
    void caller.next('').then(desk)
    await result()
    await rest(clock)
    expect(desk).not.toHaveBeenCalled()
    expect(caller.take('')).toMatchObject({ name: 'voice1' })
  })

  it('whose exchange has gone is found out, and given out again when it is back', async () => {
    const { port } = phones.address
    await phones.close({ abruptly: true })
    await moving(clock, caller.ping('voice1'))
    const works = () => caller.describe()[0]?.working
    for (let n = 0; n < 20 && works(); n++) {
      clock.advance(seconds(10))
      await rest(clock)
    }
    expect(caller.describe()).toMatchObject([{ working: false, why: 'the exchange does not answer' }])
    // Judged dead, it is tried where nothing better is there.
    caller.take('')?.release()
    const bind = { host: '127.0.0.1', port }
    const media = timedMedia(sipClock(clock))
    phones = await openPhones({ bind, clock: sipClock(clock), media, script: () => script, onCall: () => {} })
    for (let n = 0; n < 20 && !works(); n++) {
      clock.advance(seconds(10))
      await rest(clock)
    }
    expect(caller.take('')).toMatchObject({ name: 'voice1' })
  })

  it('that has not registered yet says so in plain words', async () => {
    const { uri } = LINE(phones)
    await caller.setLines([lineInForce({ name: 'voice1', tenant: '', config: { uri } })])
    expect(caller.describe()).toMatchObject([{ working: false, why: 'it has not registered yet' }])
    expect(caller.take('')).toBeNull()
  })

  it('of an exchange that is there answers a ping; one that is not known has a reason', async () => {
    expect(await moving(clock, caller.ping('voice1'))).toBeNull()
    await phones.close({ abruptly: true })
    expect(await moving(clock, caller.ping('voice1'))).toEqual(expect.stringMatching(/./))
  })
})

describe('guests who wait for a line', () => {
  it('are told when they have waited so long that a line judged dead is for them too', async () => {
    caller.take('')
    const free = vi.fn<() => void>()
    caller.onFree(free)
    expect(caller.take('', { wantedAt: clock.now() - seconds(10) })).toBeNull()
    clock.advance(seconds(20) - 1)
    expect(free).not.toHaveBeenCalled()
    clock.advance(1)
    expect(free).toHaveBeenCalledOnce()
  })
})

describe('many lines of an exchange that does not answer', () => {
  it('are given up together: stopping takes no longer than for one of them', async () => {
    const { uri } = LINE(phones)
    await phones.close({ abruptly: true })
    const names = Array.from({ length: 8 }, (_, n) => `line${n}`)
    await caller.setLines(names.map((name) => lineInForce({ name, tenant: '', config: { uri } })))
    await rest(clock)
    const before = clock.now()
    await moving(clock, caller.stop())
    expect(clock.now() - before).toBeLessThanOrEqual(seconds(3))
  })
})

describe('telephony that does not run', () => {
  it('has no lines, and says so to whoever asks', async () => {
    const idle = new SipCaller({ clock, log: silentLog })
    expect(idle.running).toBe(false)
    expect(idle.take('')).toBeNull()
    expect(await idle.ping('voice1')).toBe('The telephony is not running')
    await expect(idle.abandon({})).rejects.toThrow('not running')
  })
})
