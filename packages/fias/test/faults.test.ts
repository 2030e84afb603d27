import { describe, expect, it } from 'vitest'
import type { PmsBehaviour } from '../testing/pms-behaviour.ts'
import { checksumOf } from '../testing/wire-faults.ts'
import { linked, posting } from './journey.ts'
import { until } from './until.ts'

const everything: Partial<PmsBehaviour> = {
  bytes: 'one by one',
  checksum: true,
  shuffles: true,
  unknownFields: true,
  configures: true,
}

describe('a whole day over a line that is', () => {
  it.each<[string, Partial<PmsBehaviour>]>([
    ['as it should be', {}],
    ['cut into single bytes', { bytes: 'one by one' }],
    ['filled with two records at once', { bytes: 'two records at once' }],
    ['laced with checksums after ETX', { checksum: true }],
    ['shuffled', { shuffles: true }],
    ['full of unknown fields', { unknownFields: true }],
    ['configured before it is alive', { configures: true }],
    ['all of it at once', everything],
  ])('%s', async (_, behaviour) => {
    const { pms, link, heard, alive } = await linked({ behaviour })
    expect(await link.post(posting(1))).toEqual({ kind: 'delivered', status: 'OK' })
    expect(await link.post(posting(2, { room: '999' }))).toMatchObject({ kind: 'refused', status: 'NG' })
    pms.checkIn('103', { reservation: '9', name: 'Jürgen Dvořák', language: 'GE', vip: true })
    const early = { room: '103', date: '260315', time: '065937' }
    pms.askWakeup(early)
    await until('a wake-up call', () => heard.wakeups.length === 1)
    expect(heard.guests).toMatchObject([
      { kind: 'check-in', room: '103', name: 'Jürgen Dvorák', language: 'de', vip: true, resync: false },
    ])
    expect(heard.wakeups).toEqual([{ kind: 'request', ...early }])
    expect(link.answerWakeup(early, 'OK')).toEqual({ kind: 'sent' })
    await until('the answer', () => pms.wakeups[0]?.answer === 'OK')
    pms.checkOut('103', '9')
    await until('a check-out', () => heard.guests.length === 2)
    await alive()
    expect([heard.troubles, pms.violations, pms.connections]).toEqual([[], [], 1])
  })

  it('has the checksum of the specification', () => {
    expect(String.fromCharCode(checksumOf(Buffer.from('\u000212345\u0003')))).toBe('2')
  })
})

describe('a name', () => {
  it.each([
    ['cp850', 'Łukasz Gößwein', 'Lukasz Gößwein'],
    ['iso-8859-1', 'Zoë Gößwein', 'Zoë Gößwein'],
    ['cp1252', 'Zoë Šimić', 'Zoë Šimic'],
    ['utf-8', '山田 太郎', '山田 太郎'],
  ] as const)('arrives in %s as far as it has the letters', async (codePage, name, arrived) => {
    const { pms, link, heard } = await linked({ codePage }, { codePage })
    pms.checkIn('103', { reservation: '9', name })
    await until('a check-in', () => heard.guests.length === 1)
    expect(heard.guests[0]?.name).toBe(arrived)
    await link.post(posting(1, { itemText: name }))
    expect(pms.folio.bookings[0]?.itemText).toBe(arrived)
    expect(pms.violations).toEqual([])
  })
})
