import { openPhones, type PhoneScript } from '../testing/scripted-phone.ts'
import { silentMedia } from '../testing/silent-media.ts'
import type { CallEnd } from '../src/call/call-end.ts'
import { createUserAgent, type UserAgent } from '../src/agent/user-agent.ts'

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
type Kind = (typeof KINDS)[number]
const BUSY: Kind = [{ does: 'busy' }, 'busy', 486]
const kindOf = (number: string) => KINDS[Number(number.slice(-1))] ?? BUSY

export interface ManyPhones {
  /** Calls that ended otherwise than their phone wanted. */
  readonly strange: readonly { readonly to: string; readonly end: CallEnd }[]
  /** Calls and streams that are still there when all have ended, here and at the phones. */
  readonly left: number
}

/** So many phones are rung at once, each of which does something else. */
export async function ringMany(count: number): Promise<ManyPhones> {
  const [media, phoneMedia] = [silentMedia(), silentMedia()]
  const phones = await openPhones({ media: phoneMedia, script: (number) => kindOf(number)[0] })
  const agent = await createUserAgent({ bind: ANY, media })
  try {
    agent.addLine({ user: 'voice1', domain: '127.0.0.1', exchange: phones.address, register: false })
    const numbers = Array.from({ length: count }, (_, at) => String(10_000 + at))
    const ends = await Promise.all(await ringAll(agent, numbers))
    await Promise.all(Array.from(phones.calls, ({ ended }) => ended))
    return { strange: ends.filter(isStrange), left: agent.calls + media.open + phoneMedia.open }
  } finally {
    await agent.close()
    await phones.close()
  }
}

function isStrange({ to, end }: { readonly to: string; readonly end: CallEnd }) {
  const [, outcome, status] = kindOf(to)
  return end.outcome !== outcome || end.status !== status
}

/** As fast as it goes, but not so that nobody can listen meanwhile: what a socket cannot hold is lost. */
async function ringAll(agent: UserAgent, numbers: readonly string[]) {
  const calls: ReturnType<typeof ring>[] = []
  for (const [at, to] of numbers.entries()) {
    calls.push(ring(agent, to))
    if (at % 20 === 19) await new Promise((resolve) => setImmediate(resolve))
  }
  return calls
}

async function ring(agent: UserAgent, to: string) {
  const call = agent.dial('voice1', {
    to,
    // Only where nobody will answer; for the others the machine shall have all the time it needs.
    ringMs: Number(to.slice(-1)) === 5 ? 2_000 : 60_000,
    // The third kind hangs up by itself.
    onAnswered: () => void (Number(to.slice(-1)) === 2 || call.hangUp()),
  })
  return { to, end: await call.ended }
}
