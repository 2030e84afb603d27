import { describe, expect, it } from 'vitest'
import { demonstrationSite } from './demonstration.ts'
import { parseSiteFile } from './site/parse-site-file.ts'
import { sitePlanOf } from './site/site-file-to-plan.ts'

const passwords = { admin: 'early-bird-9', desk: 'night-owl-7', maid: 'busy-bee-3' }
const site = demonstrationSite({ timezone: 'Europe/Zurich', passwords })
const plan = sitePlanOf(site)

describe('the demonstration hotel', () => {
  it('is a site file without mistakes', () => {
    expect(parseSiteFile(JSON.stringify(site))).toEqual({ site })
  })

  it('has rooms on three floors, some of them suites, with guests from many places', () => {
    expect(plan.mailboxes).toHaveLength(52)
    expect(new Set(plan.mailboxes.map(({ number }) => number[0]))).toEqual(new Set(['1', '2', '3']))
    expect(plan.mailboxes.filter(({ vip }) => vip)).toHaveLength(2)
    expect(new Set(plan.mailboxes.map(({ language }) => language))).toEqual(
      new Set([null, 'de', 'fr', 'es', 'it']),
    )
  })

  it('has a phone for every way that a call can end', () => {
    expect(plan.sections.telephony).toEqual({
      mode: 'virtual',
      virtual: { default: 'answer', rooms: { 102: 'busy', 103: 'no-answer', 104: 'reject', 105: 'snooze' } },
    })
  })

  it('lets in those who were given a password', () => {
    expect(
      plan.users.map(({ username, password, permissions }) => [username, password, permissions]),
    ).toEqual([
      ['admin', 'early-bird-9', ['inventory', 'frontdesk', 'administrator']],
      ['desk', 'night-owl-7', ['frontdesk', 'correct']],
      ['maid', 'busy-bee-3', ['inventory']],
    ])
  })

  it('reaches nobody outside', () => {
    expect([...plan.destinations, ...plan.lines]).toEqual([])
  })

  it.each([
    ['America/New_York', 'America/New_York'],
    [undefined, 'UTC'],
    ['Etc/Unknown', 'UTC'],
    ['', 'UTC'],
  ])('on a machine in zone %s keeps the time of %s', (timezone, kept) => {
    expect(demonstrationSite({ timezone, passwords }).site?.timezone).toBe(kept)
  })
})
