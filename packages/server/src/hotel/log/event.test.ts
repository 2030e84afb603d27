import { describe, expect, it } from 'vitest'
import type { Permission } from '../accounts/account.ts'
import { isWanted, mayFollow, sightOf } from './event.ts'

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
    ['the review permission', ['review'], KINDS.filter((kind) => kind !== 'guest.checked-in')],
    ['review at the front desk', ['review', 'frontdesk'], KINDS],
    ['the administrator permission', ['administrator'], KINDS],
  ])('that may be followed with %s', (_, permissions, kinds) => {
    expect(KINDS.filter((kind) => mayFollow(kind, permissions))).toEqual(kinds)
  })

  it.each([
    ['item.changed', '', 'bare'],
    ['item.changed', 'east', 'bare'],
    ['item.changed', 'west', 'none'],
    ['site.changed', '', 'bare'],
    ['mailbox.added', 'east', 'bare'],
    ['mailbox.added', '', 'none'],
    ['guest.moved', 'east', 'bare'],
    ['guest.moved', '', 'none'],
    ['user.changed', 'east', 'none'],
    ['wakeup.created', 'east', 'whole'],
    ['wakeup.created', '', 'none'],
  ])('of %s of the tenant %j show the east wing: %s', (kind, tenant, sight) => {
    expect(sightOf({ kind, tenant }, { scope: 'east', permissions: [] })).toBe(sight)
  })

  it('tell whoever charges that a connector has answered, and no more', () => {
    const sight = (permissions: Permission[]) =>
      sightOf({ kind: 'delivery.delivered', tenant: 'east' }, { scope: 'east', permissions })
    expect([sight([]), sight(['frontdesk']), sight(['inventory'])]).toEqual(['none', 'none', 'bare'])
  })

  it('are wanted by their kind or by their noun, and never by a part of a word', () => {
    expect(isWanted('wakeup.settled', [])).toBe(true)
    expect(isWanted('wakeup.settled', ['alarm', 'wakeup'])).toBe(true)
    expect(isWanted('wakeup.settled', ['wakeup.settled'])).toBe(true)
    expect(isWanted('wakeup.settled', ['wake', 'wakeup.set', 'alarm'])).toBe(false)
  })
})
