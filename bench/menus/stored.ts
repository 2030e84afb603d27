import type { WakeupRecord } from '../../packages/contract/src/index.ts'
import type { Chance } from '../../packages/server/testing/chance.ts'
import type { MenuHouse } from './house.ts'

/** Calls that are stored, as the interface shows them. */
export interface StoredCall {
  readonly room: string
  /** `0630` */
  readonly time: string
  readonly source: number
}

export async function storedCalls(house: MenuHouse): Promise<StoredCall[]> {
  const { pending } = await house.read<{ pending: WakeupRecord[] }>('/rest/wakeup/list/pending')
  return pending.map(({ room, scheduled, source }) => ({
    room,
    time: scheduled.slice(11, 16).replace(':', ''),
    source,
  }))
}

/** What the house calls a wish that came by telephone. */
export const BY_PHONE = 3

/** How often the log says that a call was asked for, by room. */
export async function askedInLog(house: MenuHouse): Promise<ReadonlyMap<string, number>> {
  const { log } = await house.read<{ log: { readonly room: string }[] }>('/rest/log?kind=wakeup.created')
  const counts = new Map<string, number>()
  for (const { room } of log) counts.set(room, (counts.get(room) ?? 0) + 1)
  return counts
}

const MINUTES = 1_440
/** Nobody is rung while the bench lasts. */
const NOT_WITHIN = 120

/** Any time of the day but the next two hours. */
export function someTime(chance: Chance, at = new Date()): string {
  const minute = at.getUTCHours() * 60 + at.getUTCMinutes() + NOT_WITHIN + chance.below(MINUTES - NOT_WITHIN)
  const [hours, minutes] = [Math.floor(minute / 60) % 24, minute % 60]
  return `${String(hours).padStart(2, '0')}${String(minutes).padStart(2, '0')}`
}
