import type { Books, Guest } from './folio.ts'
import type { Field, WireRecord } from './records.ts'

const sharing = (guests: readonly Guest[]): Field => ['GS', guests.length > 1 ? 'Y' : 'N']

const factsOf = (guest: Guest): readonly Field[] => [
  ['RN', guest.room],
  ['G#', guest.reservation],
  ['GN', guest.name],
  ['GL', guest.language ?? 'EA'],
  ...(guest.departure === undefined ? [] : [['GD', guest.departure] as const]),
]

export function checkInRecord(books: Books, guest: Guest): WireRecord {
  const noPost: Field = ['NP', guest.noPost ? 'Y' : 'N']
  return { id: 'GI', fields: [...factsOf(guest), sharing(books.guestsIn(guest.room)), noPost] }
}

/** After the guest has left the books. */
export function checkOutRecord(books: Books, { room, reservation }: Guest): WireRecord {
  const shared = books.guestsIn(room).length > 0 ? 'Y' : 'N'
  const fields: readonly Field[] = [
    ['RN', room],
    ['G#', reservation],
    ['GS', shared],
  ]
  return { id: 'GO', fields }
}

/** Of a guest who has another name now, or another room: then `GS` comes for the new room and again for the old. */
export function changeRecord(books: Books, guest: Guest, oldRoom: string): WireRecord {
  const here = [...factsOf(guest), sharing(books.guestsIn(guest.room))]
  const moved: readonly Field[] = [['RO', oldRoom], sharing(books.guestsIn(oldRoom))]
  return { id: 'GC', fields: oldRoom === guest.room ? here : [...here, ...moved] }
}

/** The whole house, room by room: who lives there, or that nobody does. */
export function houseRecords(books: Books): readonly WireRecord[] {
  return books.rooms.flatMap((room): readonly WireRecord[] => {
    const guests = books.guestsIn(room)
    if (guests.length === 0) return [withSwapFlag({ id: 'GO', fields: [['RN', room]] })]
    return guests.map((guest) => withSwapFlag(checkInRecord(books, guest)))
  })
}

/** `SF` marks what comes because it was asked for, and not because it happens just now. */
const withSwapFlag = ({ id, fields }: WireRecord): WireRecord => ({ id, fields: [...fields, ['SF', '']] })
