import { describe, expect, it } from 'vitest'
import { draftsOf, type Thing } from './fields.ts'
import { FORMS } from './forms.gen.ts'
import { heldBy } from './policy.ts'
import { risksIn } from './risks.ts'

const risks = (form: 'wakeup' | 'retention', thing: Thing) =>
  Object.fromEntries(risksIn(form, heldBy(FORMS[form], draftsOf(FORMS[form], thing))))

describe('what is dangerous to save', () => {
  it.each<['wakeup' | 'retention', Thing, Record<string, string>]>([
    ['wakeup', {}, {}],
    ['retention', {}, {}],
    ['retention', { log: '1h' }, { log: 'log-short' }],
    ['retention', { log: '30d', charges: '1d' }, { charges: 'charges-short' }],
    ['wakeup', { grace: '900d' }, { grace: 'late' }],
    ['wakeup', { grace: '1h' }, {}],
    ['wakeup', { grace: '20s' }, { grace: 'no-grace' }],
    ['wakeup', { ringTime: '5m' }, { ringTime: 'no-pause' }],
    ['wakeup', { ringTime: '30s', retryDelay: '30s' }, { ringTime: 'no-pause' }],
    ['wakeup', { ringTime: '5m', attempts: 1 }, {}],
    ['wakeup', { ringTime: '3s' }, { ringTime: 'rings-short' }],
    ['wakeup', { attempts: 10 }, { attempts: 'told-late' }],
    ['wakeup', { grace: 'soon' }, {}],
  ])('%s %j: %j', (form, thing, found) => expect(risks(form, thing)).toEqual(found))
})
