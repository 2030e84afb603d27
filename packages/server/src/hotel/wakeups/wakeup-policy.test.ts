import { describe, expect, it } from 'vitest'
import type { WakeupSettings } from '@reveille/contract'
import { DEFAULTS } from '../settings/defaults.ts'
import { wakeupRules } from '../settings/sections.ts'
import { minutes, seconds } from '../../kernel/clock.ts'
import { type WakeupPolicy, policyOf } from './wakeup-policy.ts'

const SITE = DEFAULTS.wakeup

describe('how a hotel policies its calls', () => {
  it('rings three times, five minutes apart, without a word from the site', () => {
    expect(policyOf(SITE, null)).toEqual({
      attempts: 3,
      retryDelayMs: minutes(5),
      ringMs: seconds(24),
      graceMs: minutes(10),
      confirm: false,
      snooze: { limit: 0, delayMs: minutes(5) },
      method: 'automatic',
      vipMethod: 'automatic',
      backupAfterMs: minutes(3),
      escalation: { extension: null, email: null, push: false },
    })
  })

  it.each<[string, WakeupSettings, Partial<WakeupPolicy>]>([
    ['attempts', { attempts: 5 }, { attempts: 5 }],
    ['the time between them', { retryDelay: '90s' }, { retryDelayMs: seconds(90) }],
    ['no time between them', { retryDelay: '0s' }, { retryDelayMs: 0 }],
    ['the time that it rings', { ringTime: '1m' }, { ringMs: minutes(1) }],
    ['the grace time', { grace: '2h' }, { graceMs: minutes(120) }],
    ['a key that must be pressed', { confirm: true }, { confirm: true }],
    ['who rings', { method: 'manual' }, { method: 'manual', vipMethod: 'manual' }],
    ['who rings VIP rooms', { vipMethod: 'backup' }, { method: 'automatic', vipMethod: 'backup' }],
    ['how long the desk has', { backupAfter: '200ms' }, { backupAfterMs: 200 }],
  ])('takes %s from the site', (_, said, expected) => {
    expect(policyOf(wakeupRules(SITE, said), undefined)).toMatchObject(expected)
  })
})

describe("a tenant's own policy", () => {
  const site = wakeupRules(SITE, {
    attempts: 4,
    confirm: true,
    vipMethod: 'backup',
    snooze: { limit: 2, delay: '7m' },
    escalation: { extension: '0', email: 'desk@example.com', push: true },
  })

  it.each([null, undefined, {}])("is the site's where the tenant says %j", (tenant) => {
    expect(policyOf(site, tenant)).toEqual(policyOf(site, null))
  })

  it.each<[string, WakeupSettings, Partial<WakeupPolicy>]>([
    ['fewer attempts', { attempts: 1 }, { attempts: 1 }],
    ['no key', { confirm: false }, { confirm: false }],
    ['another snooze limit', { snooze: { limit: 0 } }, { snooze: { limit: 0, delayMs: minutes(7) } }],
    ['another snooze', { snooze: { delay: '1m' } }, { snooze: { limit: 2, delayMs: minutes(1) } }],
    [
      'another extension',
      { escalation: { extension: '900' } },
      { escalation: { extension: '900', email: 'desk@example.com', push: true } },
    ],
    [
      'no push',
      { escalation: { push: false } },
      { escalation: { extension: '0', email: 'desk@example.com', push: false } },
    ],
    ['another method, but not for VIPs', { method: 'manual' }, { method: 'manual', vipMethod: 'backup' }],
  ])("differs in what the tenant says, and else is the site's: %s", (_, tenant, expected) => {
    expect(policyOf(site, tenant)).toEqual({ ...policyOf(site, null), ...expected })
  })

  it('may say what the site has left out', () => {
    const tenant = { snooze: { limit: 1 }, escalation: { extension: '9' } }
    expect(policyOf(SITE, tenant)).toMatchObject({
      snooze: { limit: 1, delayMs: minutes(5) },
      escalation: { extension: '9', email: null, push: false },
    })
  })
})
