import { describe, expect, it } from 'vitest'
import type { Scope } from '../../hotel/accounts/tenancy.ts'
import { type Destination, destinationInForce, type Purpose } from '../../hotel/deliveries/destination.ts'
import { isFailure } from '../../kernel/failure.ts'
import { SYSTEM } from '../actor.ts'
import { theMeant } from './meant-destination.ts'

const lane = (purpose: Purpose, tenant: string, name: string): Destination =>
  destinationInForce({ purpose, tenant, name, config: { url: 'http://10.0.0.5/' }, sequence: 0 })

const LANES = [
  lane('charge', '', 'pms'),
  lane('charge', 'east', 'pms'),
  lane('charge', 'west', 'bar'),
  lane('charge', '', 'both'),
  lane('room-status', '', 'both'),
  lane('room-status', 'east', 'both'),
]
const destinations = {
  find: async (purpose: Purpose, name: string) =>
    LANES.filter((one) => one.purpose === purpose && one.name === name),
}

interface Asked {
  readonly destination: string
  readonly purpose?: Purpose
  readonly owner?: string
}

async function found(scope: Scope, asked: Asked): Promise<string> {
  try {
    const { purpose, tenant, name } = await theMeant({ destinations }, { ...SYSTEM, scope }, asked)
    return `${purpose} ${tenant}/${name}`
  } catch (error) {
    if (isFailure(error)) return error.code
    throw error
  }
}

describe('the lane that is meant by a name', () => {
  it.each<[string, Scope, Asked, string]>([
    [
      'is that of the tenant before the one that all share',
      'east',
      { destination: 'pms' },
      'charge east/pms',
    ],
    ['is the shared one where the tenant has none', 'west', { destination: 'pms' }, 'charge /pms'],
    ['is the shared one, to the house itself', '', { destination: 'pms' }, 'charge /pms'],
    ['is the shared one where that is said', 'east', { destination: 'pms', owner: '' }, 'charge /pms'],
    ['is never that of another tenant', 'west', { destination: 'pms', owner: 'east' }, 'thing.unknown'],
    [
      'has to be said by who sees all, where there are several',
      null,
      { destination: 'pms' },
      'thing.ambiguous',
    ],
    ['is said by its owner', null, { destination: 'pms', owner: 'east' }, 'charge east/pms'],
    ['is said by its owner, also the shared one', null, { destination: 'pms', owner: '' }, 'charge /pms'],
    ['needs no more where there is one', null, { destination: 'bar' }, 'charge west/bar'],
    ['is not known where it is not there', null, { destination: 'spa' }, 'thing.unknown'],
    ['is one of two purposes, which has to be said', '', { destination: 'both' }, 'thing.ambiguous'],
    ['has to be said also where one of them is shared', 'east', { destination: 'both' }, 'thing.ambiguous'],
    [
      'is said by its purpose',
      'east',
      { destination: 'both', purpose: 'room-status' },
      'room-status east/both',
    ],
    ['is said by both', null, { destination: 'both', owner: '', purpose: 'charge' }, 'charge /both'],
  ])('%s', async (_, scope, asked, meant) => {
    expect(await found(scope, asked)).toBe(meant)
  })
})
