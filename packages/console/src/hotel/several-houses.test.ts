import { expect, it } from 'vitest'
import { inSeveralHouses } from './several-houses.ts'

it('a name that two houses have stands in several; one that a house gives to two things of its own does not', () => {
  const all = [
    { name: 'bar', tenant: '' },
    { name: 'bar', tenant: '' },
    { name: 'pms', tenant: '' },
    { name: 'pms', tenant: 'east' },
    { name: 'pms', tenant: '' },
    { name: 'spa', tenant: 'east' },
  ]
  expect([...inSeveralHouses(all)]).toEqual(['pms'])
})
