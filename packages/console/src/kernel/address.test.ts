import { describe, expect, it } from 'vitest'
import { isEmpty, isThisMachine, queryWith, readPart } from './address.ts'

describe('a part of an address', () => {
  it.each([
    ['101', '101'],
    ['S%C3%BCd%201', 'Süd 1'],
    ['100%25', '100%'],
    ['%2531%2530', '%31%30'],
    ['a%3Fb%23c', 'a?b#c'],
  ])('%s says %s', (part, said) => {
    expect(readPart(part)).toBe(said)
  })

  it.each(['100%', '%zz', '%E0%A4%A'])('%s was written by hand, and says itself', (part) => {
    expect(readPart(part)).toBe(part)
  })
})

describe('what an address asks', () => {
  const before = new URLSearchParams('room=101&late=&tenant=east')

  it('is changed field by field, and the rest stays', () => {
    expect(queryWith(before, { room: null, occupied: '', state: 'dirty' }).toString()).toBe(
      'late=&tenant=east&occupied=&state=dirty',
    )
    expect(before.get('room')).toBe('101')
  })

  it('has no empty field where that is none', () => {
    expect(queryWith(before, { room: '', q: 'rega' }, isEmpty).toString()).toBe('late=&tenant=east&q=rega')
  })
})

describe('a host', () => {
  it.each(['localhost', 'voice.localhost', '127.0.0.1', '127.1.2.3', '[::1]'])(
    '%s is this machine',
    (host) => {
      expect(isThisMachine(host)).toBe(true)
    },
  )

  it.each([
    'voice.hotel.example',
    '10.0.0.5',
    'localhost.hotel.example',
    '127.0.0.1.hotel.example',
    '[fd00::1]',
  ])('%s is found from elsewhere', (host) => {
    expect(isThisMachine(host)).toBe(false)
  })
})
