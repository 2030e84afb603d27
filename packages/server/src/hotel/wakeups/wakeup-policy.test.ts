import { describe, expect, it } from 'vitest'
import type { WakeupSettings } from '@reveille/contract'
import { DEFAULTS } from '../settings/defaults.ts'
import { wakeupRules } from '../settings/sections.ts'
import { minutes, seconds } from '../../kernel/clock.ts'
import { type WakeupPolicy, policyOf } from './wakeup-policy.ts'

const SITE = DEFAULTS.wakeup
const NOBODY = { extension: null, emails: [], webhook: null, waitMs: minutes(5) }

describe('how a hotel policies its calls', () => {
  it('rings three times, five minutes apart, without a word from the site', () => {
    expect(policyOf(SITE, null)).toEqual({
      attempts: 3,
      retryDelayMs: minutes(5),
      ringMs: seconds(24),
      graceMs: minutes(10),
      confirm: false,
      machines: 'count',
      snooze: { limit: 0, delayMs: minutes(5) },
      method: 'automatic',
      vipMethod: 'automatic',
      backupAfterMs: minutes(3),
      escalation: [],
    })
  })

  it.each<[string, WakeupSettings, Partial<WakeupPolicy>]>([
    ['attempts', { attempts: 5 }, { attempts: 5 }],
    ['the time between them', { retryDelay: '90s' }, { retryDelayMs: seconds(90) }],
    ['no time between them', { retryDelay: '0s' }, { retryDelayMs: 0 }],
    ['the time that it rings', { ringTime: '1m' }, { ringMs: minutes(1) }],
    ['the grace time', { grace: '2h' }, { graceMs: minutes(120) }],
    ['a key that must be pressed', { confirm: true }, { confirm: true }],
    ['what is made of machines', { machines: 'note' }, { machines: 'note' }],
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
    escalation: { extension: '0', email: 'desk@example.com' },
  })

  it.each([null, undefined, {}])("is the site's where the tenant says %j", (tenant) => {
    expect(policyOf(site, tenant)).toEqual(policyOf(site, null))
  })

  it.each<[string, WakeupSettings, Partial<WakeupPolicy>]>([
    ['fewer attempts', { attempts: 1 }, { attempts: 1 }],
    ['no key', { confirm: false }, { confirm: false }],
    ['no eye for machines', { machines: 'off' }, { machines: 'off' }],
    ['another snooze limit', { snooze: { limit: 0 } }, { snooze: { limit: 0, delayMs: minutes(7) } }],
    ['another snooze', { snooze: { delay: '1m' } }, { snooze: { limit: 2, delayMs: minutes(1) } }],
    [
      'another extension',
      { escalation: { extension: '900' } },
      { escalation: [{ ...NOBODY, extension: '900', emails: ['desk@example.com'] }] },
    ],
    ['another method, but not for VIPs', { method: 'manual' }, { method: 'manual', vipMethod: 'backup' }],
  ])("differs in what the tenant says, and else is the site's: %s", (_, tenant, expected) => {
    expect(policyOf(site, tenant)).toEqual({ ...policyOf(site, null), ...expected })
  })

  it('may say what the site has left out', () => {
    const tenant = { snooze: { limit: 1 }, escalation: { extension: '9' } }
    expect(policyOf(SITE, tenant)).toMatchObject({
      snooze: { limit: 1, delayMs: minutes(5) },
      escalation: [{ ...NOBODY, extension: '9' }],
    })
  })
})

describe('who is told what the desk must know', () => {
  const escalation = (said: NonNullable<WakeupSettings['escalation']>) =>
    policyOf(wakeupRules(SITE, { escalation: said }), null).escalation

  it('are the first, and then those of the chain', () => {
    const webhook = { url: 'https://pager.example/' }
    expect(
      escalation({
        extension: '0',
        wait: '3m',
        chain: [{ extension: '0041791234567', wait: '10m' }, { email: 'a@b, c@d,e@f' }, { webhook }],
      }),
    ).toEqual([
      { ...NOBODY, extension: '0', waitMs: minutes(3) },
      { ...NOBODY, extension: '0041791234567', waitMs: minutes(10) },
      { ...NOBODY, emails: ['a@b', 'c@d', 'e@f'], waitMs: minutes(3) },
      { ...NOBODY, webhook, waitMs: minutes(3) },
    ])
  })

  it('begin with the chain where the first names nobody', () => {
    expect(escalation({ chain: [{ extension: '9' }] })).toEqual([{ ...NOBODY, extension: '9' }])
  })
})
