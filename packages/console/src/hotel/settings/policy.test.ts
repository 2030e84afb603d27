import { describe, expect, it } from 'vitest'
import { changesOf, draftsOf, mistakesIn } from './fields.ts'
import { FORMS } from './forms.gen.ts'
import { fieldsOver, policyHeld } from './policy.ts'

const SITE = { attempts: 5, confirm: true, snooze: { limit: 2 }, method: 'backup' }

describe('the policy of a tenant', () => {
  const fields = fieldsOver(FORMS.wakeup, SITE)
  const field = (name: string) => fields.find((one) => one.name === name)

  it('says what the site has where nothing is written, and the default where the site says nothing either', () => {
    expect(field('attempts')).toMatchObject({ fallback: '5', isSites: true })
    expect(field('retryDelay')).toMatchObject({ fallback: '5m', isSites: true })
    expect(field('snooze')).toMatchObject({
      fields: [
        { name: 'limit', fallback: '2' },
        { name: 'delay', fallback: '5m' },
      ],
    })
  })

  it('leaves a flag as the site has it, unless yes or no is chosen', () => {
    expect(field('confirm')).toMatchObject({ kind: 'choice', choices: ['true', 'false'], fallback: 'true' })
    const before = draftsOf(fields, {})
    expect(before['confirm']).toBe('')
    expect(draftsOf(fields, { confirm: false })['confirm']).toBe('false')
    const no = { ...before, confirm: 'false' }
    expect(changesOf(fields, before, no, { takesNull: 'all' })).toEqual({ confirm: false })
    expect(changesOf(fields, no, before, { takesNull: 'all' })).toEqual({ confirm: null })
  })

  it('has those whom the site tells again once it names nobody itself', () => {
    const before = draftsOf(fields, { escalation: { chain: [{ extension: '8' }] } })
    expect(changesOf(fields, before, draftsOf(fields, {}), { takesNull: 'all' })).toEqual({
      escalation: { chain: null },
    })
  })

  it('holds what is written, and the site’s where nothing is', () => {
    const drafts = { ...draftsOf(fields, {}), attempts: '2' }
    expect(mistakesIn(fields, drafts).size).toBe(0)
    expect(policyHeld(fields, drafts)).toMatchObject({
      attempts: 2,
      confirm: true,
      snooze: { limit: 2, delay: '5m' },
      method: 'backup',
      vipMethod: 'backup',
    })
  })
})

describe('the policy of the site', () => {
  it('goes back to the default where a field is emptied, whatever is stored', () => {
    const drafts = { ...draftsOf(FORMS.wakeup, SITE), attempts: '', method: '' }
    expect(policyHeld(FORMS.wakeup, drafts)).toMatchObject({
      attempts: 3,
      ringTime: '24s',
      confirm: true,
      machines: 'count',
      method: 'automatic',
      vipMethod: 'automatic',
    })
  })
})
