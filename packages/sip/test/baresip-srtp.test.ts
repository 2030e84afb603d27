import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Baresip, type BaresipOptions, startBaresip } from '../../../peers/baresip.ts'
import { Opened } from '../../../peers/opened.ts'
import { HERE } from '../../../peers/ports.ts'
import { has } from '../../../peers/programs.ts'
import { distinctSound, SAME } from '../../../peers/recording.ts'
import type { DialOptions } from '../src/call/outgoing-call.ts'
import type { LineOptions } from '../src/lines/lines.ts'
import { createUserAgent, type UserAgent } from '../src/agent/user-agent.ts'
import { type Certificate, selfSigned } from '../testing/certificates.ts'
import { spoken } from './baresip/meeting.ts'

/** A room phone that we did not write, over TLS, with its own SRTP. */

const sound = distinctSound(2_000, 43)
let shown: Certificate
let opened: Opened
let phone: Baresip
let agent: UserAgent

beforeAll(() => {
  if (has('openssl')) shown = selfSigned('phone.hotel', `IP:${HERE}`)
})
afterEach(() => opened.close())

async function meet(srtp: NonNullable<LineOptions['srtp']>, options: Partial<BaresipOptions>) {
  opened = new Opened()
  phone = await opened.with(startBaresip({ user: '101', tls: shown, ...options }), (one) => one.stop())
  agent = await opened.with(
    createUserAgent({ bind: { host: HERE, port: 0 }, protocols: ['TLS'], tls: { ca: shown.cert } }),
    (one) => one.close(),
  )
  const at = { domain: HERE, exchange: phone.secure, register: false }
  agent.addLine({ user: 'voice1', ...at, protocol: 'TLS', srtp })
}

const dial = (more: Partial<DialOptions> = {}) => {
  const call = agent.dial('voice1', {
    to: '101',
    announcement: spoken(sound),
    onKey: () => void call.hangUp(),
    ...more,
  })
  return call
}

describe.skipIf(!has('baresip') || !has('openssl'))('baresip with encrypted audio', () => {
  it.each(['srtp-mand', 'srtp'] as const)('(%s) hears every word, and its keys arrive', async (srtp) => {
    await meet('required', { srtp })
    const call = dial()
    expect((await phone.hears(sound)).worst).toBeGreaterThan(SAME)
    await phone.press('7')
    expect(await call.ended).toMatchObject({ outcome: 'answered', keys: '7', mediaSeen: true })
  })

  it('is not spoken to where it has none and we require it', async () => {
    await meet('required', {})
    expect(await dial().ended).toMatchObject({ outcome: 'line-trouble' })
  })

  it('is asked once more where it has none and we only wish for it', async () => {
    await meet('optional', {})
    const seen: number[] = []
    const call = dial({ onProgress: (status) => void seen.push(status) })
    expect((await phone.hears(sound)).worst).toBeGreaterThan(SAME)
    expect(await call.hangUp()).toMatchObject({ outcome: 'answered' })
    expect(seen).toContain(488)
  })
})
