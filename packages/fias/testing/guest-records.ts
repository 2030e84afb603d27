import type { Field, FiasRecord } from '../src/wire/record.ts'
import type { Folio, Guest } from './folio.ts'

/** What the property system tells about its guests. `GS` is Y where others stay in the room. */

export const checkInRecord = (folio: Folio, room: string, guest: Guest, isResync: boolean): FiasRecord => ({
  id: 'GI',
  fields: [['RN', room], ...factsOf(guest), share(folio.guestsOf(room).length > 1), ...flag(isResync)],
})

/** `reservation` is null for a room that is told to be empty in a resync. */
export const checkOutRecord = (folio: Folio, room: string, reservation: string | null): FiasRecord => ({
  id: 'GO',
  fields: [
    ['RN', room],
    ...(reservation === null ? [] : [['G#', reservation] as const]),
    share(folio.guestsOf(room).length > 0),
    ...flag(reservation === null),
  ],
})

/** FIAS 2.20: in a room move `GS` comes twice, for the new room and for the old one. */
export const changeRecord = (folio: Folio, room: string, guest: Guest, from: string): FiasRecord => ({
  id: 'GC',
  fields: [
    ['RN', room],
    ...factsOf(guest),
    share(folio.guestsOf(room).length > 1),
    ['RO', from],
    share(folio.guestsOf(from).length > 0),
  ],
})

const factsOf = ({
  reservation,
  name,
  language = 'EA',
  vip = false,
  departure,
  noPost = false,
}: Guest): Field[] => [
  ['G#', reservation],
  ['GN', name],
  ['GL', language],
  ['GV', vip ? '1' : ''],
  ...(departure === undefined ? [] : [['GD', departure] as const]),
  ['NP', noPost ? 'Y' : 'N'],
]

const share = (isShared: boolean): Field => ['GS', isShared ? 'Y' : 'N']

const flag = (isResync: boolean): Field[] => (isResync ? [['SF', '']] : [])
