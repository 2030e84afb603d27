import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createUserAgent, type UserAgent } from '../src/agent/user-agent.ts'
import type { CallEnd } from '../src/call/call-end.ts'
import { encode } from '../src/media/g711.ts'
import { prepareAudio } from '../src/media/media.ts'
import { openPhones, type Phones, type PhoneScript } from '../testing/scripted-phone.ts'
import { joined, silence, tone } from '../testing/sounds.ts'
import { speechLike } from '../testing/speech-like.ts'

/** Machines at the other end of the wire, with real audio: what they say is heard on the audio thread. */

const sound = (...pieces: Int16Array[]) => prepareAudio(encode(joined(...pieces), 'PCMU'))
const BEEP = joined(silence(300), tone(1_000, 300), silence(300))
const MAILBOX: PhoneScript = {
  does: 'answer',
  ringMs: 250,
  says: sound(speechLike(5_500, 7), BEEP),
  hangsUpAfterMs: 7_000,
}

let phones: Phones
let agent: UserAgent
let script: PhoneScript

beforeEach(async () => {
  phones = await openPhones({ script: () => script, audioPorts: { low: 42_200, high: 42_299 } })
  agent = await createUserAgent({
    bind: { host: '127.0.0.1', port: 0 },
    audioPorts: { low: 42_300, high: 42_399 },
  })
  agent.addLine({ user: 'voice1', domain: '127.0.0.1', exchange: phones.address, register: false })
})

afterEach(async () => {
  await agent.close()
  await phones.close()
})

const ring = (does: PhoneScript, hearsMachines = true): Promise<CallEnd> => {
  script = does
  return agent.dial('voice1', {
    to: '101',
    announcement: sound(speechLike(3_000, 21)),
    playing: { delayMs: 500, times: 3, gapMs: 1_500 },
    hearsMachines,
  }).ended
}

describe('a call that is taken', () => {
  it('by a mailbox that speaks and beeps while we speak tells of both', async () => {
    expect(await ring(MAILBOX)).toMatchObject({ machineSigns: ['long-speech', 'beep'] })
  })

  it('by a mailbox that answers at once tells of that as well', async () => {
    const end = await ring({ ...MAILBOX, ringMs: 0 })
    expect(end).toMatchObject({ machineSigns: ['quick-answer', 'long-speech', 'beep'] })
  })

  it('by a mailbox tells nothing where nobody wants to know', async () => {
    expect(await ring({ ...MAILBOX, ringMs: 0, hangsUpAfterMs: 1_000 }, false)).toMatchObject({
      outcome: 'answered',
      machineSigns: [],
    })
  })

  it('by a guest who says hello and listens tells of nothing', async () => {
    const says = sound(silence(400), speechLike(700, 3), silence(2_000))
    expect(await ring({ ...MAILBOX, says })).toMatchObject({ outcome: 'answered', machineSigns: [] })
  })
})
