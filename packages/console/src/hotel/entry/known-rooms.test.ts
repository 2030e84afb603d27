import type { BoardRecord } from '@reveille/contract'
import { describe, expect, it } from 'vitest'
import { room } from '../../../testing/rooms.ts'
import { readEntry } from './entry-grammar.ts'
import { knownRooms } from './known-rooms.ts'

const roomOf = (tenant: string, number: string, name: string): BoardRecord => ({
  ...room(number),
  tenant,
  guests: [{ id: name, name, vip: false, arrived: '2026-11-14T15:00:00+01:00' }],
})

/** The house itself and its east wing both have a 211. */
const ROOMS = [roomOf('', '211', 'Huber'), roomOf('east', '211', 'Meier'), roomOf('', '212', 'Rossi')]

function readIn(meant: string | null, line: string) {
  const get = (key: string) => ROOMS[Number(key)]
  const { readBook, ...known } = knownRooms({ keys: ['0', '1', '2'], get, site: 'site', only: null }, meant)
  const reading = readEntry(line, {
    ...known,
    book: readBook(),
    today: '2026-11-15',
    minute: 1200,
    clock: 24,
    prompts: [],
    seesNames: true,
  })
  return reading.kind === 'refused' ? reading.why : reading.kind
}

describe('where two houses have a room of one number', () => {
  it.each([
    [null, '211 Huber 0630', 'read'],
    [null, '211 Meier 0630', 'read'],
    ['site', '211 Huber 0630', 'read'],
    ['east', '211 Meier 0630', 'read'],
    ['east', '211 Huber 0630', 'unknown-name'],
    ['site', '211 Meier 0630', 'unknown-name'],
    ['east', '211 Huber & Meier 0630', 'unknown-name'],
    ['east', '212 Rossi 0630', 'read'],
    ['east', '@meier 0630', 'read'],
    ['east', '@huber 0630', 'unknown-party'],
    ['site', '@huber 0630', 'read'],
  ])('and %s was chosen, %s is %s', (meant, line, expected) => {
    expect(readIn(meant, line)).toBe(expected)
  })

  it('each of them goes by the name by which the server knows it, also the house itself', () => {
    const source = {
      keys: ['0', '1', '2'],
      get: (key: string) => ROOMS[Number(key)],
      site: 'site',
      only: null,
    }
    expect(knownRooms(source, null).tenantsOf('211')).toEqual(['site', 'east'])
    expect(knownRooms(source, null).room('211')).toBe(undefined)
    expect(knownRooms(source, 'site').room('211')).toBe(ROOMS[0])
    expect(knownRooms(source, 'east').room('211')).toBe(ROOMS[1])
    expect(knownRooms(source, 'east').room('212')).toBe(ROOMS[2])
  })
})
