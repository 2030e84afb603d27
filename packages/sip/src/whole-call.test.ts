import { afterEach, describe, expect, it } from 'vitest'
import { openPhones, type Phones } from '../testing/scripted-phone.ts'
import { type Media, openMedia, prepareAudio } from './media/media.ts'
import { createUserAgent, type UserAgent } from './user-agent.ts'

const host = '127.0.0.1'
let phones: Phones
let agent: UserAgent
let phoneAudio: Media

afterEach(async () => {
  await agent.close()
  await phones.close()
  await phoneAudio.close()
})

describe('a call with its audio', () => {
  it.each(['UDP', 'TCP'] as const)(
    'is heard, and hears the key that is pressed, over %s',
    async (protocol) => {
      phoneAudio = await openMedia({ host, ports: { low: 42_000, high: 42_099 } })
      const media = { host, createStream: () => phoneAudio.createStream() }
      const script = { does: 'answer', records: true, keys: [{ keys: '1', afterMs: 300 }] } as const
      phones = await openPhones({ media, script: () => script, protocols: [protocol] })
      agent = await createUserAgent({
        bind: { host, port: 0 },
        protocols: [protocol],
        audioPorts: { low: 42_100, high: 42_199 },
      })
      const exchange = phones.address
      agent.addLine({ user: 'voice1', domain: host, exchange, protocol, register: false })
      const announcement = prepareAudio(new Uint8Array(8_000).fill(0x20))
      const call = agent.dial('voice1', { to: '101', announcement, onKey: () => void call.hangUp() })
      const end = await call.ended
      expect(end).toMatchObject({ outcome: 'answered', keys: '1', hungUpBy: 'us', mediaSeen: true })
      const seen = await (await phones.nextCall()).ended
      if (end.outcome !== 'answered' || seen.kind !== 'answered') throw new Error('Nobody answered')
      expect(end.heardMs).toBeGreaterThan(100)
      expect(seen.report?.recording?.some((sample) => Math.abs(sample) > 5_000)).toBe(true)
    },
  )
})
