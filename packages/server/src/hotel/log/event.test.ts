import { describe, expect, it } from 'vitest'
import type { Permission } from '../accounts/account.ts'
import { mayFollow } from './event.ts'

const KINDS = [
  'wakeup.created',
  'wakeup.answered',
  'alarm.raised',
  'room.status.changed',
  'room.mark.set',
  'inventory.charged',
  'inventory.refused',
  'guest.checked-in',
  'room.added',
  'site.changed',
  'user.changed',
  'line.added',
  'delivery.replayed',
  'log.purged',
  'something.new',
]
const OPEN = ['wakeup.created', 'wakeup.answered', 'alarm.raised', 'room.status.changed', 'room.mark.set']
const CHARGES = ['inventory.charged', 'inventory.refused']

describe('events', () => {
  it.each<[string, Permission[], string[]]>([
    ['an account without permissions', [], OPEN],
    ['the inventory permission', ['inventory'], [...OPEN, ...CHARGES]],
    ['the front desk permission', ['frontdesk'], [...OPEN, 'guest.checked-in']],
    ['both', ['inventory', 'frontdesk'], [...OPEN, ...CHARGES, 'guest.checked-in']],
    ['the administrator permission', ['administrator'], KINDS],
  ])('that may be followed with %s', (_, permissions, kinds) => {
    expect(KINDS.filter((kind) => mayFollow(kind, permissions))).toEqual(kinds)
  })
})
