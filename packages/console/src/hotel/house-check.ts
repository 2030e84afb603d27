import type { DestinationRecord, LinesReply, SessionRecord } from '@reveille/contract'
import { instantOf } from '../kernel/clock.ts'
import { lanesInTrouble, troubledSince } from './lane-fare.ts'
import { may, type Need } from './permissions.ts'

interface Place {
  readonly href: string
  readonly oneOf: readonly Need[]
}

/** Where what a part of the house lacks is mended. The machine's own parts are mended at the machine. */
const PLACES: Readonly<Record<string, Place>> = {
  lines: { href: '/settings/lines', oneOf: ['administrator'] },
  calls: { href: '/today', oneOf: [] },
  disk: { href: '/settings/site/retention', oneOf: ['administrator'] },
  connectors: { href: '/deliveries', oneOf: ['review', 'administrator'] },
  certificates: { href: '/settings/connectors', oneOf: ['administrator'] },
  charges: { href: '/deliveries?state=uncertain', oneOf: ['review', 'administrator'] },
  items: { href: '/settings/items', oneOf: ['administrator'] },
  languages: { href: '/settings/prompts/voice', oneOf: ['administrator'] },
  mail: { href: '/settings/site/email', oneOf: ['administrator'] },
  zone: { href: '/settings/site/site', oneOf: ['administrator'] },
  licence: { href: '/settings/site/license', oneOf: ['administrator'] },
  screens: { href: '/settings/users', oneOf: ['administrator'] },
}

/** The page where a part of the house is mended; null where there is none, or for who may not go there. */
export function mendedAt(part: string, permissions: readonly string[]): string | null {
  const place = Object.hasOwn(PLACES, part) ? PLACES[part] : undefined
  return place !== undefined && may(permissions, place.oneOf) ? place.href : null
}

type Lane = DestinationRecord

const earliest = (moments: readonly (number | null)[]): number | null =>
  moments.reduce<number | null>(
    (first, one) => (one !== null && (first === null || one < first) ? one : first),
    null,
  )

interface Known {
  readonly lines: LinesReply['lines']
  readonly lanes: readonly Lane[]
}

/** Since when a check has found it so, where that is known: of several in trouble, the one that has been so longest. */
export function foundSince(part: string, { lines, lanes }: Known): number | null {
  if (part === 'lines')
    return earliest(lines.filter(({ state }) => state === 'down').map(({ since }) => instantOf(since)))
  return part === 'connectors' ? earliest(lanesInTrouble(lanes).map(troubledSince)) : null
}

/** Who sits before the house: people, and screens that only show. */
export const screensOf = (sessions: readonly Pick<SessionRecord, 'kind'>[]) => ({
  people: sessions.filter(({ kind }) => kind === 'person').length,
  displays: sessions.filter(({ kind }) => kind === 'display').length,
})
