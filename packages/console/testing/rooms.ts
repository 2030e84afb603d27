import type { BoardRecord } from '@reveille/contract'

/** A room of which nothing is known yet. */
export const room = (number: string, fields: Partial<BoardRecord> = {}): BoardRecord => ({
  number,
  name: '',
  tenant: '',
  floor: number.slice(0, -2),
  section: '',
  extension: number,
  vip: false,
  language: 'en',
  occupied: false,
  occupiedSince: null,
  status: null,
  marks: [],
  next: null,
  pending: 0,
  ...fields,
})
