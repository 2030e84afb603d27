import type { GuestRecord } from '@reveille/contract'

const natural = new Intl.Collator('en', { numeric: true })
const plain = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')

/** By room, sharers as they came; with every word in name or room. */
export function guestsFound(guests: readonly GuestRecord[], words: string): readonly GuestRecord[] {
  const wanted = plain(words).split(/\s+/).filter(Boolean)
  return guests
    .filter(({ name, room }) => wanted.every((word) => plain(`${name} ${room}`).includes(word)))
    .toSorted(
      (one, other) =>
        natural.compare(one.room, other.room) ||
        natural.compare(one.tenant, other.tenant) ||
        one.arrived.localeCompare(other.arrived),
    )
}

/** Those who stay in the same room. */
export const sharersOf = (guests: readonly GuestRecord[], guest: GuestRecord): readonly GuestRecord[] =>
  guests.filter(({ id, room, tenant }) => id !== guest.id && room === guest.room && tenant === guest.tenant)
