import type { SiteFile } from '@reveille/contract'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { minutes } from '../src/kernel/clock.ts'
import { SITE } from './hotel.ts'
import { type MailServer, openMailServer } from './mail-server.ts'
import { type Night, openNight } from './night.ts'

const HTML = { accept: 'text/html' }

let mails: MailServer
beforeEach(async () => {
  mails = await openMailServer()
})

/** A house that speaks German, with a room whose phone is busy at five past eight. */
async function germanHouse(more: Partial<SiteFile> = {}): Promise<Night & { id: string }> {
  onTestFinished(() => mails.close())
  const night = await openNight({
    site: {
      site: { ...SITE.site, language: 'de' },
      email: { host: '127.0.0.1', port: mails.port, from: 'voice@hotel.example', tls: 'off' },
      ...more,
    },
    wakeup: { attempts: 1, escalation: { email: 'desk@hotel.example' } },
  })
  night.exchange.does('101', { does: 'busy' })
  return { ...night, id: await night.hotel.ask('101', '2005') }
}

test('a house that speaks German writes German to the desk, with a link to the call', async () => {
  const { hotel, id } = await germanHouse({ console: { address: 'https://voice.hotel.example/' } })
  await hotel.until(() => mails.mails.length > 0, minutes(10))
  const { subject, text } = await mails.next()
  expect(subject).toBe('Grand Hotel: Zimmer 101: Gast nicht geweckt, Weckruf um 20:05: es war besetzt')
  expect(text).toContain(`https://voice.hotel.example/wakeup/${id}`)
  expect(text).toContain('https://voice.hotel.example/alarms')
})

test('without an address of the console, links lead to where it is served', async () => {
  const { hotel } = await germanHouse()
  const answer = await hotel.during(
    hotel.request('boss', 'POST', '/rest/system/mail', { to: 'x@hotel.example' }),
  )
  expect(answer.json).toMatchObject({ ok: true })
  const { subject, text } = await mails.next()
  expect(subject).toBe('Reveille in Grand Hotel: ein Versuch')
  expect(text).toContain(hotel.url)
})

test('its pages are printed in German, unless somebody asks for English', async () => {
  const { hotel, id } = await germanHouse()
  await hotel.until(async () => (await hotel.alarms()).length > 0, minutes(10))
  const dossier = `/rest/wakeup/${id}/dossier`
  for (const page of [dossier, '/rest/wakeup/list/print']) {
    const printed = async (query: string) =>
      (await hotel.request('desk', 'GET', `${page}${query}`, undefined, HTML)).text
    expect(await printed('')).toContain('<html lang="de">')
    expect(await printed('?language=en')).toContain('<html lang="en">')
  }
  const { text } = await hotel.request('desk', 'GET', dossier, undefined, HTML)
  expect(text).toContain('Zimmer 101: Gast nicht geweckt, Weckruf um 20:05: ')
})
