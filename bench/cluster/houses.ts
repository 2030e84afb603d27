import { AUTHORIZATION } from '../hotel.ts'

/** A tenant with lines of its own: a house that lives on one node. */
export interface BenchHouse {
  readonly tenant: string
  readonly rooms: readonly string[]
}

const idOf = (at: number) => `${String(at).padStart(8, '0')}-0000-4000-8000-000000000000`

/** Every room has a number that no other house has, so that the phones need not know the house. */
export const housesOf = (houses: number, rooms: number): BenchHouse[] =>
  Array.from({ length: houses }, (_, at) => ({
    tenant: idOf(at + 1),
    rooms: Array.from({ length: rooms }, (_room, n) => String(100_000 + at * 1_000 + n)),
  }))

/** Every house has lines of its own at the same exchange. */
export const clusterSite = (
  houses: readonly BenchHouse[],
  port: number,
) => `site: { name: Group, timezone: UTC, language: en }
users:
  - { username: bench, password: quick-brown-fox-1, permissions: [inventory, frontdesk, administrator] }
tenants:
${houses.map(({ tenant }, at) => `  - { id: "${tenant}", name: House ${at + 1} }`).join('\n')}
mailboxes:
${houses.map(({ tenant, rooms }) => `  - { range: "${rooms[0]}-${rooms.at(-1)}", tenant: "${tenant}" }`).join('\n')}
limits: { callsPerSecond: 1000 }
wakeup: { attempts: 5, retryDelay: 10s }
telephony:
  mode: sip
  port: 0
  lines:
${houses.map(({ tenant }, at) => `    - { name: line${at + 1}, uri: "sip:voice${at + 1}@127.0.0.1:${port}", register: false, calls: 60, tenant: "${tenant}" }`).join('\n')}
`

/** Asks for one call for each of these rooms of a house, at one moment. */
export async function askFor(url: string, tenant: string, rooms: readonly string[], at: number) {
  const body = new URLSearchParams({ room: rooms.join(','), datetime: new Date(at).toISOString() })
  const answer = await fetch(`${url}/rest/wakeup?tenant=${tenant}`, {
    method: 'POST',
    body,
    headers: { authorization: AUTHORIZATION },
  })
  if (answer.status !== 201) throw new Error(`Answered ${answer.status}: ${await answer.text()}`)
}
