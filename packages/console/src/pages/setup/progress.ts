import { useQuery } from '@tanstack/react-query'
import type { Client } from '../../api/client.ts'
import { useDesk } from '../../live/desk.ts'
import type { StepName } from './step.tsx'

/** What a house is called that nobody has named, as the server has it. */
const UNNAMED = 'Hotel'

const NEWEST = 100

/** What of the house is there already, so that a setup goes on where it was left. */
export async function readProgress(client: Client) {
  const [site, { mailboxes }, { lines }, { users }, { log }, { log: settled }] = await Promise.all([
    client.call('site.get', {}),
    client.call('mailbox.list', {}),
    client.call('line.list', {}),
    client.call('user.list', {}),
    client.call('log.list', { query: { kind: 'line.tested' } }),
    client.call('log.list', { query: { kind: 'wakeup.settled', order: 'desc', limit: NEWEST } }),
  ])
  const mode = site.telephony?.mode
  const isRung = log.some(({ detail }) => detail['verdict'] === 'well')
  const done: Readonly<Record<StepName, boolean>> = {
    claim: true,
    hotel: site.name !== undefined && site.name !== UNNAMED,
    rooms: mailboxes.length > 0,
    telephone: mode === 'virtual' || (mode === 'sip' && lines.length > 0),
    ring: isRung,
    desk: site.wakeup?.escalation?.extension !== undefined || site.wakeup?.escalation?.email !== undefined,
    people: users.length > 1,
    prove: settled.some(({ detail }) => detail['outcome'] === 'complete'),
  }
  const line = mode === 'virtual' ? 'virtual' : lines[0]?.name
  /** The line that is corrected here, also while built-in phones are used. */
  const saved = lines[0] ?? null
  return { site, done, line, saved, rooms: mailboxes.map(({ number }) => number), users: users.length }
}

export type Progress = Awaited<ReturnType<typeof readProgress>>

export function useProgress() {
  const { client } = useDesk()
  return useQuery({ queryKey: ['setup'], queryFn: () => readProgress(client) })
}
