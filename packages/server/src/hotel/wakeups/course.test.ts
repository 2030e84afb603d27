import { describe, expect, it } from 'vitest'
import { minutes, seconds } from '../../kernel/clock.ts'
import { DEFAULTS } from '../settings/defaults.ts'
import type { Tenant } from '../site/site.ts'
import { courseOf, type PhoneDeed } from './course.ts'
import { policyOf } from './wakeup-policy.ts'

/** What happens, in short: the step, and the minutes and seconds after the time asked for. */
function course(
  phone: PhoneDeed[],
  settings: Tenant['wakeup'] = {},
  how: { vip?: boolean; confirm?: boolean } = {},
) {
  const { vip = false, confirm = false } = how
  return courseOf({ phone, vip, confirm }, policyOf(DEFAULTS.wakeup, settings)).map((one) =>
    [one.step, one.after / seconds(1), ...('outcome' in one ? [one.outcome] : [])].join(' '),
  )
}

describe('how a call goes', () => {
  it('is answered at once', () => {
    expect(course(['key'])).toEqual(['ring 0', 'over 30 complete'])
  })

  it('is rung three times, five minutes apart, and then the desk is told', () => {
    expect(course(['no-answer', 'busy', 'no-answer'])).toEqual([
      'ring 0',
      'again 24',
      'ring 300',
      'again 301',
      'ring 600',
      'over 624 no-answer',
      'alarm 624',
    ])
  })

  it('does ever after what the phone did last', () => {
    expect(course(['busy'], { attempts: 2, retryDelay: '1m' })).toEqual([
      'ring 0',
      'again 1',
      'ring 60',
      'over 61 busy',
      'alarm 61',
    ])
  })

  it('is put off by the guest as often as that may be, then the key confirms', () => {
    expect(course(['snooze'], { snooze: { limit: 1, delay: '5m' } })).toEqual([
      'ring 0',
      'snooze 30',
      'ring 330',
      'over 360 complete',
    ])
  })

  it('counts a machine, a hang-up and a missing key as its settings say', () => {
    expect(course(['machine'], { attempts: 1 }).at(-2)).toBe('over 30 diverted')
    expect(course(['machine'], { attempts: 1, machines: 'note' })).toEqual(['ring 0', 'over 30 complete'])
    expect(course(['hangs-up'], { attempts: 1 }).at(-2)).toBe('over 30 no-answer')
    expect(course(['listens'], { attempts: 1 }, { confirm: true }).at(-2)).toBe('over 30 diverted')
    expect(course(['listens'], { attempts: 1, confirm: true }).at(-2)).toBe('over 30 diverted')
  })

  it('waits for a line longer and longer, and is given up when its grace is over', () => {
    const steps = course(['no-line'], { grace: '1m' })
    expect(steps.slice(0, 6)).toEqual(['ring 0', 'wait 0', 'ring 0', 'wait 0', 'ring 5', 'wait 5'])
    expect(steps.slice(-2)).toEqual(['over 35 no-line', 'alarm 35'])
    expect(course(['no-line', 'key'])).toEqual(['ring 0', 'wait 0', 'ring 0', 'over 30 complete'])
  })

  it('is left to the desk, and rung by the system if nobody says that it was done', () => {
    const backup = { method: 'backup', backupAfter: '3m' } as const
    expect(course(['key'], backup)).toEqual(['desk 0', 'ring 180', 'over 210 complete'])
    expect(course(['key'], { method: 'manual', grace: '10m' })).toEqual([
      'desk 0',
      'over 600 missed',
      'alarm 600',
    ])
    expect(course(['key'], { vipMethod: 'manual' }, { vip: true })[0]).toBe('desk 0')
    expect(course(['key'], { vipMethod: 'manual' })[0]).toBe('ring 0')
  })

  it('has an end, whatever is set', () => {
    const longest = { attempts: 20, retryDelay: '1s', snooze: { limit: 20, delay: '1s' }, grace: '60m' }
    expect(course(['snooze'], longest).at(-1)).toMatch(/^over/)
    expect(course(['no-line'], longest).at(-1)).toMatch(/^alarm/)
    expect(
      Math.max(...course(['no-line'], longest).map((one) => Number(one.split(' ')[1]))),
    ).toBeLessThanOrEqual(minutes(60) / seconds(1))
  })
})
