import type { DeliveryRecord } from '@reveille/contract'
import type { Booking } from '@reveille/fias/testing'
import type { Taken } from './shaky-receiver.ts'

/** A charge, as the one who made it remembers it: by its quantity, which no other has. */
export interface Charged {
  readonly room: string
  readonly quantity: number
  /** By which it is taken back. */
  id: string
  isAcknowledged: boolean
  /** What is done about it at each connector, once it was taken back. */
  takenBack: ReadonlyMap<string, string> | null
}

/** What one side has, held against what was charged. */
export interface Account {
  /** Acknowledged, and not there. */
  readonly missing: number
  /** There under two ids or numbers. */
  readonly doubled: number
  /** There, and never charged in this room, or another charge than it was the first time. */
  readonly strange: number
  /** After a later one of its room. */
  readonly outOfOrder: number
  /** Taken back, and not given back there: a receiver has one of the two without the other, or a folio what was withdrawn. */
  readonly kept: number
  /** The same id or number again. */
  readonly repeated: number
  /** Of these, those of which nobody is told that they may be there twice. */
  readonly unexplained: number
  /** Charges that are on the folio more than once; and of these, those that are told of, by `doubts` and in the log. */
  readonly twice: number
  readonly told: number
}

/** What a receiver has taken, or a folio shows, each as often as it came. */
interface Entry {
  /** By which a repetition is known. */
  readonly key: string
  readonly room: string
  readonly quantity: number
  readonly sequence: number
}

/** A receiver knows a repetition by its id, and is told so: it needs no other explanation. */
export const receiverAccount = (charges: readonly Charged[], taken: readonly Taken[]): Account => ({
  ...reckoned(
    charges,
    taken.map(({ id, ...rest }) => ({ key: id, ...rest })),
    () => false,
  ),
  kept: charges.filter(({ takenBack, quantity }) => {
    const has = (some: number) => taken.some((one) => one.quantity === some)
    return takenBack !== null && has(quantity) !== has(-quantity)
  }).length,
  unexplained: 0,
  twice: 0,
  told: 0,
})

/** What else is known of the postings, each by the id of its delivery. */
export interface PostingFacts {
  readonly deliveries: readonly Pick<DeliveryRecord, 'id' | 'sequence' | 'doubts'>[]
  /** The log says that it may be there twice. */
  readonly doubted: ReadonlySet<string>
  /** Sent again by a person, behind others that had gone ahead. */
  readonly resent: ReadonlySet<string>
}

/** The amount is in hundredths, of which each piece costs one. */
export function folioAccount(
  charges: readonly Charged[],
  bookings: readonly Booking[],
  { deliveries, doubted, resent }: PostingFacts,
): Account {
  const ids = new Map(deliveries.map(({ id, sequence }) => [sequence, id]))
  const isOf = (some: ReadonlySet<string>, number: number) => some.has(ids.get(number) ?? '')
  const entries = bookings.map(({ room, number, date, time, amount }) => ({
    key: `${number} ${date} ${time}`,
    room,
    quantity: Number(amount),
    sequence: Number(number),
  }))
  // In the list of deliveries, where people look, as well as in the log.
  const shown = new Set(deliveries.filter(({ doubts }) => doubts > 0).map(({ id }) => id))
  const isTold = (number: number) => isOf(doubted, number) && isOf(shown, number)
  const again = bookings.filter(({ isDuplicate }) => isDuplicate).map(({ number }) => Number(number))
  const twice = new Set(again)
  return {
    ...reckoned(charges, entries, ({ sequence }) => isOf(resent, sequence)),
    kept: charges.filter(
      ({ takenBack, quantity }) =>
        takenBack !== null &&
        takenBack.get('pms') !== 'desk' &&
        entries.some((one) => one.quantity === quantity),
    ).length,
    unexplained: again.filter((number) => !isTold(number)).length,
    twice: twice.size,
    told: [...twice].filter(isTold).length,
  }
}

function reckoned(
  charges: readonly Charged[],
  entries: readonly Entry[],
  isExcused: (entry: Entry) => boolean,
): Omit<Account, 'kept' | 'unexplained' | 'twice' | 'told'> {
  const firsts = new Map<string, Entry>()
  for (const one of entries) if (!firsts.has(one.key)) firsts.set(one.key, one)
  const charged = new Map(charges.map((one) => [one.quantity, one]))
  const there = new Set(Array.from(firsts.values(), ({ quantity }) => quantity))
  const isKnown = ({ key, quantity, room }: Entry) => {
    const charge = charged.get(Math.abs(quantity))
    const isMeant = charge?.room === room && (quantity > 0 || charge.takenBack !== null)
    return isMeant && firsts.get(key)?.quantity === quantity
  }
  return {
    missing: charges.filter(
      ({ isAcknowledged, takenBack, quantity }) =>
        isAcknowledged && takenBack === null && !there.has(quantity),
    ).length,
    doubled: firsts.size - there.size,
    strange: entries.filter((one) => !isKnown(one)).length,
    outOfOrder: outOfOrder([...firsts.values()].filter((one) => !isExcused(one))),
    repeated: entries.length - firsts.size,
  }
}

/** How many came after a later one of their room. */
function outOfOrder(entries: readonly Entry[]): number {
  const latest = new Map<string, number>()
  return entries.filter(({ room, sequence }) => {
    const before = latest.get(room) ?? 0
    latest.set(room, Math.max(before, sequence))
    return sequence < before
  }).length
}
