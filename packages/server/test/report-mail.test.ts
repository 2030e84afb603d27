import type { SiteFile } from '@reveille/contract'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { toInstant } from '../src/hotel/time/local-time.ts'
import { hours, minutes, seconds } from '../src/kernel/clock.ts'
import { eventually } from '../testing/eventually.ts'
import { type Hotel, openHotel, SITE } from './hotel.ts'
import { openMailServer } from './mail-server.ts'

let hotel: Hotel
afterEach(() => hotel.close())

type Told = { readonly kind: string; readonly state: string }

const EVENING = toInstant('2026-11-17T20:00:00', 'Europe/Zurich')
const TO = 'accounts@hotel.example, night@hotel.example'

/** A hotel that writes to a mail server on this port about its charges, each morning. */
async function openWith(port: number, more: SiteFile['reports'] = {}) {
  const reports = { ...more, mail: [{ report: 'inventory', by: 'item,user', to: TO } as const] }
  const email = { host: '127.0.0.1', port, from: 'voice@hotel.example' }
  hotel = await openHotel({ now: EVENING, site: { ...SITE, email, reports } })
  await hotel.open()
  const planned = async () => Object.keys(await hotel.app.database.read.site.remembered())
  await eventually(async () => expect(await planned()).toContainEqual(expect.stringMatching(/^report\//)))
}

/** So much time passes, and then as much as it takes until it is so: a mail server has a time of its own. */
async function after(ms: number, isSo: () => boolean | Promise<boolean>) {
  hotel.clock.advance(ms)
  await eventually(async () => {
    hotel.clock.advance(seconds(1))
    expect(await isSo()).toBe(true)
  })
}

const charge = async (id: string, quantity: number) =>
  expect(
    await hotel.request('boss', 'POST', '/rest/isi/charge', { id, quantity, room: '101' }),
  ).toMatchObject({
    status: 200,
  })

/** What is attached to a mail, as text. */
function attached(text: string): string {
  const [, base64 = ''] = /base64\s*?\r?\n(?:[^\r\n]+\r?\n)*\r?\n([A-Za-z0-9+/=\r\n]+)/.exec(text) ?? []
  return Buffer.from(base64, 'base64').toString('utf8')
}

const sentRows = async () => (await hotel.request('boss', 'GET', '/rest/log?kind=report.mailed')).json['log']

describe('a report by mail', () => {
  it('is sent in the morning, once, and is of the day before', async () => {
    const server = await openMailServer()
    onTestFinished(() => server.close())
    await openWith(server.port, { separator: 'semicolon', decimal: 'comma', bom: true })
    await charge('10', 2)
    await charge('10', 1)
    await after(hours(9), () => server.mails.length === 0)
    await after(hours(1), () => server.mails.length > 0)

    const mail = await server.next()
    expect(mail).toMatchObject({
      to: ['accounts@hotel.example', 'night@hotel.example'],
      subject: expect.stringContaining('Report on charges, 20261117'),
      text: expect.stringContaining(`${hotel.url}/reports`),
    })
    const [head, row, ...rest] = attached(mail.text).split('\r\n')
    expect(head).toBe(
      '\uFEFFitem;itemDescription;user;currency;charges;quantity;total;voids;voided;net;answers;voidedQuantity;netQuantity',
    )
    expect(row).toContain('10;Cola;boss;;2;3;"13,50";0;"0,00";"13,50"')
    expect(rest).toEqual([''])
    await eventually(async () => expect(await sentRows()).toHaveLength(1))
    await after(hours(24), () => server.mails.length > 1)
    expect(server.mails.map(({ subject }) => subject.slice(-8))).toEqual(['20261117', '20261118'])
  })

  it('that the mail server does not take is told to the desk, and sent when it does', async () => {
    const server = await openMailServer()
    const { port } = server
    await openWith(port)
    await charge('10', 1)
    await server.close()
    const isTold = async (state: string) => {
      const { alarms } = (await hotel.request('boss', 'GET', '/rest/alarm')).json
      return alarms.some((one: Told) => one.kind === 'report.unsent' && one.state === state)
    }
    await after(hours(10), () => isTold('open'))

    const again = await openMailServer({ port })
    onTestFinished(() => again.close())
    await after(minutes(6), () => isTold('over'))
    expect(await again.next()).toMatchObject({ subject: expect.stringContaining('20261117') })
  })
})
