import { describe, expect, it } from 'vitest'
import { type Drafts, draftsOf, type Thing } from './fields.ts'
import { FORMS } from './forms.gen.ts'
import { fieldsOver, heldBy } from './policy.ts'
import { secondsIn } from './seconds.ts'
import { toldBy } from './told.ts'

const SITE = {
  escalation: { extension: '0', wait: '2m', chain: [{ email: 'manager@hotel.example', wait: '10m' }] },
}
const NO_WAY = { extension: '', email: '', server: '' }

const told = (drafts: Drafts, fields = FORMS.wakeup) => toldBy(heldBy(fields, drafts)['escalation'])
const toldAsStored = (thing: Thing) => told(draftsOf(FORMS.wakeup, thing))

describe('who is told of an alarm', () => {
  it('is nobody while nobody is named', () => {
    expect(toldAsStored({})).toEqual([])
    expect(toldAsStored({ escalation: { chain: [{ wait: '1m' }] } })).toEqual([])
  })

  it('is the desk first, and the others one after the other while nobody knows of it', () => {
    const webhook = { url: 'https://pager.example:8443/alarms?of=desk' }
    const escalation = { ...SITE.escalation, chain: [...SITE.escalation.chain, { wait: '1m' }, { webhook }] }
    expect(toldAsStored({ escalation })).toEqual([
      { ...NO_WAY, after: 0, extension: '0' },
      { ...NO_WAY, after: 120, email: 'manager@hotel.example' },
      { ...NO_WAY, after: 720, server: 'pager.example:8443' },
    ])
  })

  it('waits five minutes where the form says nothing else, and the others as long as the first', () => {
    const chain = [{ extension: '1' }, { extension: '2' }]
    const afters = (wait?: string) =>
      toldAsStored({ escalation: { extension: '0', ...(wait && { wait }), chain } }).map(({ after }) => after)
    expect(afters()).toEqual([0, 300, 600])
    expect(afters('90s')).toEqual([0, 90, 180])
  })

  it('is for a tenant whom the site names, as long as the tenant names nobody', () => {
    const fields = fieldsOver(FORMS.wakeup, SITE)
    const own = (escalation: Thing) => told(draftsOf(fields, { escalation }), fields)
    const manager = { ...NO_WAY, after: 120, email: 'manager@hotel.example' }
    expect(own({})).toEqual([{ ...NO_WAY, after: 0, extension: '0' }, manager])
    expect(own({ extension: '9' })).toEqual([{ ...NO_WAY, after: 0, extension: '9' }, manager])
    expect(own({ chain: [{ extension: '8' }] })).toEqual([
      { ...NO_WAY, after: 0, extension: '0' },
      { ...NO_WAY, after: 120, extension: '8' },
    ])
  })
})

describe('how long something lasts', () => {
  it.each([
    ['24s', 24],
    ['5m', 300],
    ['2h', 7_200],
    ['1d', 86_400],
    ['500ms', 0.5],
    ['soon', null],
    ['', null],
    [undefined, null],
  ])('of %j is %j', (text, seconds) => expect(secondsIn(text)).toBe(seconds))
})
