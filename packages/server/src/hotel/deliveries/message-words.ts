import { type Delivery, isUnsendable } from './delivery.ts'
import { CORRECT_MESSAGE, VOID_MESSAGE } from './take-back.ts'

/** What the desk is told about messages. */

const PURPOSE_WORDS = { charge: 'A charge', 'room-status': 'The status' } as const
const WHAT: Readonly<Record<string, string>> = {
  [VOID_MESSAGE]: 'What takes back a charge',
  [CORRECT_MESSAGE]: 'The correction of a charge',
}

export const messageWords = ({ kind, purpose, room }: Delivery) =>
  `${WHAT[kind] ?? PURPOSE_WORDS[purpose]} of room ${room}`

export const refusedMessageWords = (one: Delivery) =>
  isUnsendable(one)
    ? `${messageWords(one)} cannot be sent to ${one.destination}. ${one.note}`
    : `${messageWords(one)} was refused by ${one.destination}: ${one.note}`
