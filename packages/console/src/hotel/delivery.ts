import type { DeliveryRecord, DeliveryWire, DestinationRecord, TrafficRecord } from '@reveille/contract'
import { isInTrouble } from './lane-fare.ts'

export const DELIVERY_WORDS = ['uncertain', 'refused', 'waiting', 'sending', 'dead', 'delivered'] as const
export type DeliveryWord = (typeof DELIVERY_WORDS)[number]

/** What somebody may have to do something about, in the order in which they look at it. */
export const GROUPS = ['uncertain', 'refused', 'waiting', 'dead'] as const
type Counted = (typeof GROUPS)[number] | 'takenBack' | 'delivered'
/** `all`: one list of whatever state, the newest first. */
export type Group = Counted | 'all'

/** The states that a group shows, and whether the newest stands first: what waits is looked at from its oldest. */
export const GROUP_QUERY: Readonly<
  Record<Group, { readonly state: string; readonly takenBack?: boolean; readonly order: 'asc' | 'desc' }>
> = {
  uncertain: { state: 'uncertain', order: 'asc' },
  refused: { state: 'refused', order: 'desc' },
  waiting: { state: 'waiting,sending', order: 'asc' },
  dead: { state: 'dead', takenBack: false, order: 'desc' },
  takenBack: { state: 'dead', takenBack: true, order: 'desc' },
  delivered: { state: 'delivered', order: 'desc' },
  all: { state: DELIVERY_WORDS.join(','), order: 'desc' },
}

/** All that is open, as the server is asked. */
export const OPEN_QUERY = { state: 'uncertain,refused,waiting,sending,dead', takenBack: false } as const

/** What of the deliveries is looked at besides their state; every field stands in the address. */
export interface DeliveryFilter {
  readonly lane: string | null
  readonly room: string | null
  /** A day of the hotel, 2026-11-15: what was accepted from its beginning on. */
  readonly since: string | null
}

/** As the server is asked: only what is set. */
export const filterQuery = ({ lane, room, since }: DeliveryFilter) => ({
  ...(lane === null ? {} : { destination: lane }),
  ...(room === null ? {} : { room }),
  ...(since === null ? {} : { start: since.replaceAll('-', '') }),
})

/** A destination with how much went there. */
export interface Lane {
  readonly destination: DestinationRecord
  readonly traffic: TrafficRecord | null
}

const isSame = (a: DestinationRecord, b: TrafficRecord) =>
  a.name === b.name && a.purpose === b.purpose && a.tenant === b.tenant

export const lanesOf = (
  destinations: readonly DestinationRecord[],
  traffic: readonly TrafficRecord[],
): readonly Lane[] =>
  destinations.map((destination) => ({
    destination,
    traffic: traffic.find((one) => isSame(destination, one)) ?? null,
  }))

/** Of a lane that works what waits goes by itself: only one that may be gone for good is cleared. */
export const mayBeCleared = ({
  state,
  waiting,
  uncertain,
}: Pick<DestinationRecord, 'state' | 'waiting' | 'uncertain'>): boolean =>
  waiting + uncertain > 0 && state !== 'flowing' && state !== 'probing'

/** A lane by all that tells it from others: a house may have a connector and a server of one name. */
export type LaneKey = Pick<DestinationRecord, 'name' | 'purpose' | 'tenant'>

/**
 * The lanes whose uncertain messages are looked at, all of them, each by itself; none where only a room's are looked at.
 * `looked`: the house that is looked at, whose messages go to its own lanes and to those that all share; empty: all.
 */
export const lanesToSettle = (lanes: readonly Lane[], { lane, room }: DeliveryFilter, looked: string) =>
  lanes
    .map(({ destination }) => destination)
    .filter(
      ({ name, tenant, uncertain }) =>
        room === null && name === lane && uncertain > 1 && (looked === '' || ['', looked].includes(tenant)),
    )

/**
 * Whose messages to a lane are meant; null: those of everybody who shares it. Of a shared one only those of the house that
 * is looked at.
 */
export const whoseMessages = ({ tenant }: Pick<LaneKey, 'tenant'>, looked: string): string | null => {
  if (tenant !== '') return tenant
  return looked === '' ? null : looked
}

/** The names that a house has both for a connector and for a server: they say not which is meant. */
export const isOfTwoPurposes = (all: readonly LaneKey[], { name, tenant, purpose }: LaneKey): boolean =>
  all.some((one) => one.name === name && one.tenant === tenant && one.purpose !== purpose)

export type DeliveryCounts = Readonly<Record<Counted, number>>

/** How many there are of each group, over all lanes or those of one name. */
export function countsOf(traffic: readonly TrafficRecord[], lane: string | null): DeliveryCounts {
  const all = traffic.filter(({ name }) => lane === null || name === lane).map(({ counts }) => counts)
  const sum = (of: (counts: TrafficRecord['counts']) => number) =>
    all.reduce((total, counts) => total + of(counts), 0)
  return {
    uncertain: sum(({ uncertain }) => uncertain),
    refused: sum(({ refused }) => refused),
    waiting: sum(({ waiting, sending }) => waiting + sending),
    dead: sum(({ dead, takenBack }) => dead - takenBack),
    takenBack: sum(({ takenBack }) => takenBack),
    delivered: sum(({ delivered }) => delivered),
  }
}

/** What the page says first: what needs a person, before what goes by itself. `count`: messages or lanes. */
export interface LaneVerdict {
  readonly is: 'uncertain' | 'refused' | 'dead' | 'disabled' | 'held' | 'away' | 'well'
  readonly count: number
}

type Faring = Pick<DestinationRecord, 'state' | 'waiting' | 'failing' | 'disabled'>

export function verdictOn(counts: DeliveryCounts, lanes: readonly Faring[]): LaneVerdict {
  const worst = (['uncertain', 'refused', 'dead'] as const).find((group) => counts[group] > 0)
  if (worst !== undefined) return { is: worst, count: counts[worst] }
  const disabled = lanes.filter(({ state }) => state === 'disabled')
  const troubled = lanes.filter((one) => isInTrouble(one) && one.state !== 'disabled')
  const waiting = troubled.reduce((sum, one) => sum + one.waiting, 0)
  // What somebody has disabled stays so for weeks, and must not hide what fails.
  if (disabled.some(isInTrouble)) return { is: 'disabled', count: disabled.length }
  if (waiting > 0) return { is: 'held', count: waiting }
  if (troubled.length > 0) return { is: 'away', count: troubled.length }
  return disabled.length > 0 ? { is: 'disabled', count: disabled.length } : { is: 'well', count: 0 }
}

/** What a person can do with a message; the server decides again. */
export type Deed = 'folio' | 'resend' | 'drop' | 'replay' | 'force'

export function deedsFor({ state, notAgain }: Fare): readonly Deed[] {
  const again = <D extends Deed>(deed: D) => (notAgain === null ? [deed] : [])
  switch (state) {
    case 'uncertain':
      return ['folio', ...again('resend'), 'drop']
    case 'refused':
    case 'dead':
      return again('replay')
    case 'waiting':
      return ['drop']
    case 'delivered':
      return again('force')
    case 'sending':
      return []
  }
}

/**
 * Of those that were selected, what is listed still, and as it was: who has sent one again, or has found it decided by
 * another, does not act on it with the next deed.
 */
export const stillChosen = <D extends Pick<DeliveryRecord, 'id' | 'state'>>(
  chosen: ReadonlyMap<string, string>,
  listed: readonly D[],
): readonly D[] => listed.filter(({ id, state }) => chosen.get(id) === state)

type Fare = Pick<DeliveryRecord, 'state' | 'notAgain'>

/** In one word: what is not sent any more as its charge was taken back was not given up. */
export const fareOf = ({ state, notAgain }: Fare): DeliveryWord | 'takenBack' =>
  state === 'dead' && notAgain === 'taken-back' ? 'takenBack' : state

/** 16 bytes in a line: where they begin, in hexadecimal, and as text with a point for what is none. */
export interface HexLine {
  readonly at: string
  readonly hex: string
  readonly text: string
}

const WIDTH = 16

export function hexLines(bytes: readonly number[]): readonly HexLine[] {
  const lines = Math.ceil(bytes.length / WIDTH)
  return Array.from({ length: lines }, (_, line) => {
    const part = bytes.slice(line * WIDTH, (line + 1) * WIDTH)
    return {
      at: (line * WIDTH).toString(16).padStart(2, '0').toUpperCase(),
      hex: part.map((byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join(' '),
      text: part.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·')).join(''),
    }
  })
}

/** As the interface writes bytes. */
export const bytesIn = (base64: string): readonly number[] =>
  Array.from(atob(base64), (letter) => letter.charCodeAt(0))

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** The same message for a terminal. What is hidden has to be put in by hand. */
export const curlOf = ({ address, headers, text }: DeliveryWire): string =>
  [
    `curl -X POST ${quoted(address)}`,
    ...headers
      .filter(({ name }) => name !== 'content-length' && name !== 'host')
      .map(({ name, value }) => `  -H ${quoted(`${name}: ${value}`)}`),
    `  --data-binary ${quoted(text)}`,
  ].join(' \\\n')

/** The value of a header; empty where it is not sent. */
export const headerIn = ({ headers }: Pick<DeliveryWire, 'headers'>, wanted: string): string =>
  headers.find(({ name }) => name === wanted)?.value ?? ''

/** What is signed, as Standard Webhooks has it; null where nothing is. */
export function signedText(wire: DeliveryWire): string | null {
  if (headerIn(wire, 'webhook-signature') === '') return null
  return `${headerIn(wire, 'webhook-id')}.${headerIn(wire, 'webhook-timestamp')}.${wire.text}`
}

/** A header is copied with its name as often as without, and with the quotes of a program's log. */
export const pastedHeader = (name: string, pasted: string): string =>
  pasted
    .trim()
    .replace(new RegExp(`^["']?${name}["']?\\s*:\\s*`, 'i'), '')
    .replace(/^["']|["'],?$/g, '')

/** The fields of a record of the property link, for people: `RN` and its value. */
export const fieldsIn = (record: string): readonly (readonly [string, string])[] =>
  record
    .split('|')
    .slice(1)
    .filter((field) => field !== '')
    .map((field) => [field.slice(0, 2), field.slice(2)] as const)
