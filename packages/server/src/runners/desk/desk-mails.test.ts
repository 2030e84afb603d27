import { describe, expect, it } from 'vitest'
import type { Mailer } from '../../connectors/connector.ts'
import type { Alarm } from '../../hotel/desk/alarm.ts'
import { alarm } from '../../../testing/records.ts'
import { deskMails } from './desk-mails.ts'

const AT = 'https://voice.hotel.example'
const scheduled = '2026-11-16T06:30:00+01:00'
const STEP = { emails: ['desk@hotel.example'], extension: null, webhook: null, waitMs: 0 }

const notWoken = (room: string) =>
  alarm({
    subject: `call ${room}`,
    room,
    text: `The guest in room ${room} was not woken: the phone was busy`,
    detail: { outcome: 'busy', scheduled },
  })
const lineDown = alarm({
  kind: 'line.down',
  subject: 'voice1',
  room: '',
  text: 'Telephone line voice1 does not work: 401 Unauthorized',
  detail: { why: '401 Unauthorized' },
})

/** The mail that these alarms become in a house that speaks this language. */
async function mailOf(language: string, ...alarms: readonly Alarm[]) {
  const sent: Parameters<Mailer['send']>[0][] = []
  const mailer: Mailer = { ready: true, send: async (mail) => void sent.push(mail) }
  const way = deskMails({ mailer, site: () => ({ name: 'Grand Hotel', language }), consoleAt: () => AT })
  await way.send(alarms, STEP)
  return { subject: sent[0]?.subject, text: sent[0]?.text }
}

describe('a mail to those who are told', () => {
  it('says in English what happened, and leads to it', async () => {
    expect(await mailOf('en', notWoken('101'))).toEqual({
      subject: 'Grand Hotel: The guest in room 101 was not woken: the phone was busy',
      text: `The guest in room 101 was not woken: the phone was busy
${AT}/wakeup/call%20101

Please acknowledge it in Reveille, so that others know that you know.
${AT}/alarms
`,
    })
  })

  it.each(['de', 'de-CH'])('says it in German where the site speaks %s', async (language) => {
    expect(await mailOf(language, notWoken('101'))).toEqual({
      subject: 'Grand Hotel: Zimmer 101: Gast nicht geweckt, Weckruf um 06:30: es war besetzt',
      text: `Zimmer 101: Gast nicht geweckt, Weckruf um 06:30: es war besetzt
${AT}/wakeup/call%20101

Bitte nehmen Sie es in Reveille zur Kenntnis, damit andere wissen, dass Sie es wissen.
${AT}/alarms
`,
    })
  })

  it('of many is one sentence, with each of them and its page in the text', async () => {
    const rooms = await mailOf('de', notWoken('101'), notWoken('102'))
    expect(rooms.subject).toBe('Grand Hotel: 2 Zimmer wurden nicht geweckt')
    expect(rooms.text).toContain(`es war besetzt\n${AT}/wakeup/call%20102\n`)
    const both = await mailOf('de', lineDown, notWoken('101'))
    expect(both.subject).toBe('Grand Hotel: Die Leitung voice1 geht nicht (401 Unauthorized), und 1 weitere')
    expect(both.text).toContain(`${AT}/settings/lines/voice1\n`)
  })

  it('is in English where we do not write the language of the site', async () => {
    expect((await mailOf('fr', lineDown)).subject).toBe(`Grand Hotel: ${lineDown.text}`)
  })
})
