import { type RunningServer } from '../packages/server/test/process.ts'
import { AUTHORIZATION, SITE } from './hotel.ts'

// What every outage has in common: calls that are all due at one second, and a desk that is told by telephone.

export const CALLS = 60
export const DESK = '9'
/** Time to ask for the calls, and for the product to know them. */
const LEAD_MS = 20_000

export interface OutageLine {
  readonly user: string
  readonly calls: number
}

export const siteOf = (port: number, lines: readonly OutageLine[]) => `${SITE}limits: { callsPerSecond: 1000 }
wakeup: { escalation: { extension: "${DESK}" } }
telephony:
  mode: sip
  port: 0
  lines:
${lines.map(({ user, calls }) => `    - { uri: "sip:${user}@127.0.0.1:${port}", register: false, calls: ${calls} }`).join('\n')}
`

/** Asks for all calls, and says when they are due. */
export async function askForCalls({ url }: RunningServer, leadMs = LEAD_MS): Promise<number> {
  const dueAt = Math.ceil((Date.now() + leadMs) / 1_000) * 1_000
  const room = Array.from({ length: CALLS }, (_, at) => String(1_000 + at)).join(',')
  const body = new URLSearchParams({ room, datetime: new Date(dueAt).toISOString() })
  const headers = { authorization: AUTHORIZATION }
  const reply = await fetch(`${url}/rest/wakeup`, { method: 'POST', body, headers })
  if (reply.status !== 201) throw new Error(`The calls were answered ${reply.status}: ${await reply.text()}`)
  return dueAt
}

export const get = ({ url }: RunningServer, place: string) =>
  fetch(`${url}${place}`, { headers: { authorization: AUTHORIZATION } })

/** The calls that the book has as answered, or as failed. */
export async function listed(
  product: RunningServer,
  list: 'answered' | 'failed',
): Promise<{ id: string; room: string }[]> {
  const found = (await (await get(product, `/rest/wakeup/list/${list}`)).json()) as Record<
    string,
    { id: string; room: string }[] | undefined
  >
  return found[list] ?? []
}
