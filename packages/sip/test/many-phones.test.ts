import { afterEach, describe, expect, it } from 'vitest'
import { openPhones, type Phones, type PhoneScript } from '../testing/scripted-phone.ts'
import { type SilentMedia, silentMedia } from '../testing/silent-media.ts'
import type { CallEnd } from '../src/call/call-end.ts'
import { createUserAgent, type UserAgent } from '../src/agent/user-agent.ts'

const PHONES = 3_000
const ANY = { host: '127.0.0.1', port: 0 }
/** What each phone does, by the last figure of its number, and what must come of it. */
const KINDS: readonly (readonly [PhoneScript, CallEnd['outcome'], number | null])[] = [
  [{ does: 'answer' }, 'answered', 200],
  [{ does: 'answer', ringMs: 500 }, 'answered', 200],
  [{ does: 'answer', ringMs: 100, hangsUpAfterMs: 300 }, 'answered', 200],
  [{ does: 'busy' }, 'busy', 486],
  [{ does: 'reject', ringMs: 200 }, 'rejected', 603],
  [{ does: 'ring' }, 'no-answer', null],
  [{ does: 404 }, 'unreachable', 404],
  [{ does: 503 }, 'line-trouble', 503],
  [{ does: 480, ringMs: 100 }, 'no-answer', 480],
  [{ does: 'answer', ringMs: 300, rings: 183 }, 'answered', 200],
]
const kindOf = (number: string) => KINDS[Number(number.slice(-1))] ?? KINDS[0]

let phones: Phones
let agent: UserAgent
let media: SilentMedia
let phoneMedia: SilentMedia

afterEach(async () => {
  await agent.close()
  await phones.close()
})

describe('three thousand phones', () => {
  it('are rung at once, each comes to its own end, and nothing is left', { timeout: 120_000 }, async () => {
    ;[media, phoneMedia] = [silentMedia(), silentMedia()]
    phones = await openPhones({
      media: phoneMedia,
      script: (number) => kindOf(number)?.[0] ?? { does: 'busy' },
    })
    agent = await createUserAgent({ bind: ANY, media })
    agent.addLine({ user: 'voice1', domain: '127.0.0.1', exchange: phones.address, register: false })
    const numbers = Array.from({ length: PHONES }, (_, at) => String(10_000 + at))
    const ends = await Promise.all(await ringAll(numbers))
    const strange = ends.filter(({ to, end }) => {
      const [, outcome, status] = kindOf(to) ?? []
      return end.outcome !== outcome || end.status !== status
    })
    expect(strange).toEqual([])
    expect([agent.calls, media.open]).toEqual([0, 0])
    await Promise.all(Array.from(phones.calls, ({ ended }) => ended))
    expect(phoneMedia.open).toBe(0)
  })
})

/** As fast as it goes, but not so that nobody can listen meanwhile: what a socket cannot hold is lost. */
async function ringAll(numbers: readonly string[]) {
  const calls: ReturnType<typeof ring>[] = []
  for (const [at, to] of numbers.entries()) {
    calls.push(ring(to))
    if (at % 20 === 19) await new Promise((resolve) => setImmediate(resolve))
  }
  return calls
}

async function ring(to: string) {
  const call = agent.dial('voice1', {
    to,
    // Only where nobody will answer; for the others the machine shall have all the time it needs.
    ringMs: Number(to.slice(-1)) === 5 ? 2_000 : 60_000,
    // The third kind hangs up by itself.
    onAnswered: () => void (Number(to.slice(-1)) === 2 || call.hangUp()),
  })
  return { to, end: await call.ended }
}
