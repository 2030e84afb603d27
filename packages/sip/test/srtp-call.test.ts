import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { has } from '../../../peers/programs.ts'
import { distinctSound, MOST, shareHeard } from '../../../peers/recording.ts'
import { deferred } from '../src/media/deferred.ts'
import { encode } from '../src/media/g711.ts'
import { prepareAudio } from '../src/media/media.ts'
import type { DialOptions } from '../src/call/outgoing-call.ts'
import type { LineOptions } from '../src/lines/lines.ts'
import { createUserAgent, type UserAgent } from '../src/agent/user-agent.ts'
import { type Certificate, selfSigned } from '../testing/certificates.ts'
import { openPhones, type Phones, type PhoneScript } from '../testing/scripted-phone.ts'

/** Two of ours over TLS, with real audio between them. */

const sound = distinctSound(1_500, 41)
/** A phone that a busy machine holds up counts as gone for a while. */
const MOST_OF_IT: unknown = expect.toSatisfy((ms) => ms > 1_000)
const announcement = prepareAudio(encode(sound, 'PCMU'))
let pbx: Certificate
let phones: Phones
let agent: UserAgent

beforeAll(() => {
  if (has('openssl')) pbx = selfSigned('pbx.hotel', 'DNS:pbx.hotel')
})
afterEach(async () => {
  await agent.close()
  await phones.close()
})

type Srtp = LineOptions['srtp']

async function meet(ours: Srtp, theirs: Srtp, script: Partial<PhoneScript> = {}) {
  phones = await openPhones({
    protocols: ['TLS'],
    tls: pbx,
    audioPorts: { low: 47_000, high: 47_099 },
    script: () => ({ does: 'answer', records: true, ...script }),
  })
  const room = { user: '101', domain: 'pbx.hotel', exchange: { host: '127.0.0.1', port: 9 } }
  const quiet = { protocol: 'TLS', register: false, keepAliveSeconds: 0 } as const
  phones.agent.addLine({ ...room, ...quiet, ...(theirs ? { srtp: theirs } : {}) })
  agent = await createUserAgent({
    bind: { host: '127.0.0.1', port: 0 },
    protocols: ['TLS'],
    tls: { ca: pbx.cert },
    audioPorts: { low: 47_100, high: 47_199 },
  })
  const exchange = phones.address
  agent.addLine({ user: 'voice1', domain: 'pbx.hotel', exchange, ...quiet, ...(ours ? { srtp: ours } : {}) })
}

const dial = (more: Partial<DialOptions> = {}) => {
  const call = agent.dial('voice1', { to: '101', announcement, onPlayed: () => void call.hangUp(), ...more })
  return call
}

const reportOf = async () => {
  const end = await (await phones.nextCall()).ended
  return end.kind === 'answered' ? end.report : null
}

describe.skipIf(!has('openssl'))('a call whose audio is encrypted', () => {
  it('is heard word for word, and keys come back', async () => {
    await meet('required', 'required', { keys: [{ keys: '7', afterMs: 900 }] })
    const [played, pressed] = [deferred<void>(), deferred<void>()]
    const call = dial({ onPlayed: () => played.resolve(), onKey: () => pressed.resolve() })
    await Promise.all([played.promise, pressed.promise])
    expect(await call.hangUp()).toMatchObject({ outcome: 'answered', keys: '7', mediaSeen: true })
    const report = await reportOf()
    expect(report?.lost).toBe(0)
    expect(shareHeard(sound, report?.recording ?? null)).toBeGreaterThan(MOST)
  })

  it('goes on after a hold', async () => {
    await meet('required', 'optional', { holds: { afterMs: 500, forMs: 500 } })
    const held: boolean[] = []
    const played = deferred<void>()
    const call = dial({ onHold: (on) => void held.push(on), onPlayed: () => played.resolve() })
    await expect.poll(() => held).toEqual([true, false])
    await played.promise
    expect(await call.hangUp()).toMatchObject({ outcome: 'answered', heardMs: MOST_OF_IT })
    expect((await reportOf())?.received).toBeGreaterThan(60)
  })

  it('is plain where it may be, with a phone that does not know of it', async () => {
    await meet('optional', 'off')
    const seen: number[] = []
    const call = dial({ onProgress: (status) => void seen.push(status) })
    expect(await call.ended).toMatchObject({ outcome: 'answered', heardMs: MOST_OF_IT })
    expect(seen.filter((status) => status === 488)).toHaveLength(1)
    const last = [await phones.nextCall(), await phones.nextCall()].at(-1)
    const end = await last?.ended
    expect(end).toMatchObject({ kind: 'answered' })
  })

  it('is not made with a phone that does not know of it, where it is required', async () => {
    await meet('required', 'off')
    expect(await dial().ended).toMatchObject({ outcome: 'line-trouble', status: 488, rang: false })
  })

  it('is not made by a line without it, to a phone that requires it', async () => {
    await meet('off', 'required')
    expect(await dial().ended).toMatchObject({ outcome: 'line-trouble', status: 488 })
  })
})

it('is refused to a line whose keys anybody could read', async () => {
  phones = await openPhones({ script: () => ({ does: 'answer' }) })
  agent = await createUserAgent({ bind: { host: '127.0.0.1', port: 0 } })
  expect(() => agent.addLine({ user: 'voice1', domain: 'pbx.hotel', srtp: 'optional' })).toThrow('over TLS')
})
