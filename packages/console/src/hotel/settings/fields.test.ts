import { describe, expect, it } from 'vitest'
import {
  changesOf,
  type Drafts,
  draftsOf,
  type FormField,
  formPlace,
  arranged,
  isTouched,
  mergedOf,
  mistakeIn,
  mistakesIn,
  newOf,
  shownOf,
  wholeOf,
} from './fields.ts'
import { FORMS } from './forms.gen.ts'

const field = (form: keyof typeof FORMS, name: string): FormField => {
  const found = FORMS[form].find((one) => one.name === name)
  if (found === undefined) throw new Error(`There is no ${form}.${name}`)
  return found
}

describe('a form of settings', () => {
  const stored = {
    attempts: 3,
    retryDelay: '5m',
    confirm: false,
    snooze: { limit: 0, delay: '5m' },
    escalation: { extension: '0', chain: [{ email: 'a@b.example' }] },
  }
  const before = draftsOf(FORMS.wakeup, stored)

  it('shows what is stored, and what holds where nothing is', () => {
    expect(before).toMatchObject({
      attempts: '3',
      ringTime: '',
      confirm: false,
      snooze: { limit: '0', delay: '5m' },
    })
    expect(draftsOf(FORMS.line, { uri: 'sip:a@b' })).toMatchObject({ register: true, nat: false })
  })

  it('asks first for what must be written, and puts apart what is seldom touched', () => {
    const { usual, rare } = arranged(FORMS.webhook)
    const names = usual.map(({ name }) => name)
    expect(names.slice(0, 5)).toEqual(['type', 'name', 'url', 'format', 'secret'])
    expect(names.at(-1)).toBe('disabled')
    expect(rare.map(({ name }) => name)).toContain('previousSecret')
    expect(arranged(FORMS.server).rare.some(({ required }) => required === true)).toBe(false)
    expect(arranged(FORMS.wakeup)).toEqual({ usual: FORMS.wakeup, rare: [] })
  })

  it('hides nothing that somebody has written', () => {
    const { rare } = arranged(FORMS.webhook)
    expect(isTouched(rare, draftsOf(FORMS.webhook, { name: 'bar' }))).toBe(false)
    expect(isTouched(rare, draftsOf(FORMS.webhook, { proxy: 'http://proxy:3128' }))).toBe(true)
  })

  it('takes a price as German keyboards write it', () => {
    const price = FORMS.item.filter(({ name }) => name === 'price')
    expect(mistakesIn(price, { price: '8,50' }).size).toBe(0)
    expect(newOf(price, { price: '8,50' })).toEqual({ price: '8.50' })
    expect(mistakesIn(price, { price: '1,234,5' }).size).toBe(1)
  })

  it('sends only what was changed, within groups as well', () => {
    const now = { ...before, attempts: '4', snooze: { limit: '2', delay: '5m' } }
    expect(changesOf(FORMS.wakeup, before, now, { takesNull: 'all' })).toEqual({
      attempts: 4,
      snooze: { limit: 2 },
    })
  })

  it('names a receiver whose secret alone is another, which is told as a whole', () => {
    const webhook = { url: 'https://pager.example/', secret: '' }
    const was = { ...before, escalation: { webhook } }
    const now = { ...was, escalation: { webhook: { ...webhook, secret: 'whsec_new' } } }
    expect(changesOf(FORMS.wakeup, was, now, { takesNull: 'all' })).toEqual({
      escalation: { webhook: { url: 'https://pager.example/', secret: 'whsec_new' } },
    })
  })

  it('lays over what somebody else stored only what was changed here', () => {
    const mine = { ...before, attempts: '4', snooze: { limit: '2', delay: '5m' } }
    const theirs = draftsOf(FORMS.wakeup, {
      ...stored,
      retryDelay: '9m',
      attempts: 2,
      snooze: { limit: 0, delay: '7m' },
    })
    const merged = mergedOf(FORMS.wakeup, before, mine, theirs)
    expect(merged).toMatchObject({ attempts: '4', retryDelay: '9m', snooze: { limit: '2', delay: '7m' } })
    expect(changesOf(FORMS.wakeup, theirs, merged, { takesNull: 'all' })).toEqual({
      attempts: 4,
      snooze: { limit: 2 },
    })
  })

  it('takes away what was emptied', () => {
    const now = { ...before, retryDelay: '' }
    expect(changesOf(FORMS.wakeup, before, now, { takesNull: 'all' })).toEqual({ retryDelay: null })
    expect(changesOf(FORMS.wakeup, before, now, { takesNull: [] })).toEqual({ retryDelay: '' })
  })

  it('sends lists and pairs as what they are', () => {
    const drafts = draftsOf(FORMS.server, {})
    expect(
      wholeOf(FORMS.server, {
        ...drafts,
        name: 'cleaning',
        retry: '5s\n 5m \n',
        headers: 'X-Key: a:b',
        events: ['alarm.raised'],
      }),
    ).toMatchObject({
      name: 'cleaning',
      retry: ['5s', '5m'],
      headers: { 'X-Key': 'a:b' },
      events: ['alarm.raised'],
    })
  })

  it.each([
    ['wakeup', 'attempts', 'many', { code: 'field.type', shape: 'integer' }],
    ['wakeup', 'attempts', '21', { code: 'field.high', limit: 20 }],
    ['wakeup', 'retryDelay', 'soon', { code: 'field.shape', shape: 'duration' }],
    ['wakeup', 'retryDelay', '5m', null],
    ['wakeup', 'retryDelay', '', null],
    ['tenant', 'name', '', { code: 'field.missing' }],
    ['tenant', 'name', 'x'.repeat(201), { code: 'field.long', limit: 200 }],
    ['server', 'retry', '5s\nsoon', { code: 'field.shape', shape: 'duration' }],
  ] as const)('%s.%s = %j', (form, name, text, mistake) => {
    expect(mistakeIn(field(form, name), text)).toEqual(mistake)
  })

  it('misses nothing in what a house need not have, and sends none of it', () => {
    expect([...mistakesIn(FORMS.wakeup, before)]).toEqual([])
    const { escalation } = wholeOf(FORMS.wakeup, before)
    expect(escalation).toEqual({ extension: '0', chain: [{ email: 'a@b.example' }] })
    const told = { ...stored, escalation: { webhook: { url: 'https://pager.example/' } } }
    const [with_, without] = [
      draftsOf(FORMS.wakeup, told),
      draftsOf(FORMS.wakeup, { ...told, escalation: {} }),
    ]
    expect(changesOf(FORMS.wakeup, with_, without, { takesNull: 'all' })).toEqual({
      escalation: { webhook: null },
    })
    const begun = draftsOf(FORMS.wakeup, { escalation: { webhook: { url: '' } } })
    expect([...mistakesIn(FORMS.wakeup, begun)]).toEqual([])
  })

  it('misses nothing that a form does not show', () => {
    const missing = (drafts: Drafts) => [...mistakesIn(shownOf(FORMS.tenant, ['id']), drafts).keys()]
    expect(missing(draftsOf(FORMS.tenant, {}))).toEqual(['name'])
    expect(missing(draftsOf(FORMS.tenant, { name: 'East wing' }))).toEqual([])
  })

  it('finds mistakes wherever they stand', () => {
    const drafts = { ...before, escalation: { ...draftsOf([], {}), chain: [{ wait: 'soon' }] } }
    expect([...mistakesIn(FORMS.wakeup, drafts)]).toEqual([
      ['escalation.chain.0.wait', { code: 'field.shape', shape: 'duration' }],
    ])
    expect(formPlace('wakeup.escalation.chain[0].wait')).toBe('wakeup.escalation.chain.0.wait')
  })
})
