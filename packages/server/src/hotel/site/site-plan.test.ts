import { describe, expect, it } from 'vitest'
import { compareByKey, differences, fingerprinted } from './site-plan.ts'

interface Room {
  number: string
  name: string
}
const rooms = (...pairs: [string, string][]): Room[] => pairs.map(([number, name]) => ({ number, name }))
const how = { key: (room: Room) => room.number, fields: ({ name }: Room) => ({ name }) }

describe('what there is beside what there shall be', () => {
  it('shows what is new, other, the same and no longer wanted', () => {
    const there = rooms(['101', 'Garden'], ['102', 'Street'], ['103', 'Attic'])
    const wanted = rooms(['102', 'Street'], ['101', 'Park'], ['104', 'Pool'])

    expect(compareByKey(there, wanted, how)).toEqual({
      added: rooms(['104', 'Pool']),
      changed: [
        {
          before: { number: '101', name: 'Garden' },
          after: { number: '101', name: 'Park' },
          fields: ['name'],
        },
      ],
      unchanged: rooms(['102', 'Street']),
      removed: rooms(['103', 'Attic']),
    })
  })
})

describe('two things', () => {
  it('are the same in whatever order their fields were written', () => {
    const one = { snooze: { limit: 1, delay: '5m' }, days: ['mon', 'tue'] }
    const other = { days: ['mon', 'tue'], snooze: { delay: '5m', limit: 1 } }
    expect(differences(one, other)).toEqual([])
  })

  it('differ in fields that are other, missing or more, and in the order of a list', () => {
    const one = { name: 'Suite', vip: false, list: ['a', 'b'] }
    const other = { name: 'Suite', language: 'de', list: ['b', 'a'] }
    expect(differences(one, other)).toEqual(['vip', 'list', 'language'])
  })

  it('are the same when one leaves out what the other says is undefined', () => {
    expect(differences({ name: undefined }, {})).toEqual([])
  })
})

describe('the fingerprint of a secret', () => {
  const line = { uri: 'sip:voice1@hotel.example', password: 'geheim', headers: { authorization: 'key' } }

  it('hides the secret and nothing else', () => {
    const text = JSON.stringify(fingerprinted(line, 'salt'))
    expect(text).toContain('sip:voice1@hotel.example')
    expect(text).not.toMatch(/geheim|key/)
  })

  it('is another for another secret or another house', () => {
    expect(fingerprinted(line, 'salt')).toEqual(fingerprinted({ ...line }, 'salt'))
    expect(
      differences(fingerprinted(line, 'salt'), fingerprinted({ ...line, password: 'other' }, 'salt')),
    ).toEqual(['password'])
    expect(differences(fingerprinted(line, 'salt'), fingerprinted(line, 'pepper'))).toEqual([
      'password',
      'headers',
    ])
  })
})
