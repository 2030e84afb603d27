import { expect, it } from 'vitest'
import { alarm } from '../../../testing/records.ts'
import { ALARM_DETAILS, type AlarmKind } from './alarm-kinds.ts'
import { alarmInGerman } from './alarm-german.ts'

const scheduled = '2026-11-16T06:30:00+01:00'
const why = '401 Unauthorized'

/** A detail of every kind, and how it is told. */
const TOLD: Readonly<Record<AlarmKind, readonly [detail: Record<string, unknown>, sentence: string]>> = {
  'wakeup.failed': [
    { outcome: 'busy', scheduled, times: 2 },
    'Zimmer 118: Gast nicht geweckt, Weckruf um 06:30: es war besetzt (2-mal)',
  ],
  'wakeup.by-hand': [
    { call: 'x', scheduled, rings: '2026-11-16T06:35:00+01:00' },
    'Zimmer 118: Gast bitte von Hand wecken, Weckruf um 06:30; sonst klingelt es um 06:35 von selbst',
  ],
  'wakeup.no-line': [{}, 'Zimmer 118: Der Weckruf wartet, keine Leitung ist frei'],
  'wakeup.left-behind': [
    { scheduled },
    'Zimmer 118: Der Gast ist umgezogen, sein Weckruf um 06:30 nicht: bitte fragen Sie ihn',
  ],
  'guest.needs-help': [
    { called: scheduled },
    'Zimmer 118: Der Gast kam um 06:30 mit dem Weckdienst am Telefon nicht zurecht: bitte rufen Sie ihn an',
  ],
  'menu.guessing': [
    { phone: '118', number: '12', locked: 'number' },
    'Am Telefon 118 wurden falsche Nummern oder PINs probiert, zuletzt für 12: 15 Minuten lang wird für 12 keine geprüft',
  ],
  'line.down': [{ why }, 'Die Leitung voice1 geht nicht (401 Unauthorized)'],
  'database.away': [
    { why: '', until: scheduled },
    'Die Datenbank nimmt nichts an; was bis 06:30 fällig ist, ist bekannt und klingelt',
  ],
  'takeover.waiting': [
    { until: scheduled },
    'Weckrufe vor 06:30 werden bis dahin zurückgehalten, weil ein anderer Server sie vielleicht noch macht',
  ],
  'house.passed-over': [
    { backup: scheduled, calls: 1 },
    '1 Weckruf seit der Sicherung vom 16.11.2026, 06:30: Niemand weiss, ob geklingelt wurde',
  ],
  'disk.low': [
    { free: 50 * 2 ** 20, size: 2 ** 40 },
    'Die Festplatte ist fast voll, 50 MB sind frei. Ist sie voll, wird nichts Neues angenommen',
  ],
  'clock.jumped': [
    { seconds: 3_600, shows: '2026-11-16T07:30:00+01:00', expected: scheduled, calls: 2 },
    'Die Uhr der Maschine ist gesprungen, sie zeigt 07:30 statt 06:30; 2 Weckrufe klingeln vielleicht zur falschen Zeit',
  ],
  'clock.apart': [{ seconds: -40 }, 'Die Uhren dieser Maschine und der Datenbank liegen 40 s auseinander'],
  'night.check': [
    {
      findings: [
        { name: 'lines', ok: false, text: '2 lines', code: 'lines.trouble', count: 2 },
        { name: 'disk', ok: true, text: 'Well', code: 'disk.free', count: 50 },
        { name: 'moon', ok: false, text: 'The moon is full' },
      ],
    },
    'Vor dem Morgen: 2 Leitungen antworten nicht; The moon is full',
  ],
  'backup.failed': [{ why }, 'Die Sicherung der Nacht ist nicht gelungen (401 Unauthorized)'],
  'report.unsent': [{ report: 'wakeup', why }, 'Ein Bericht konnte nicht gesendet werden (401 Unauthorized)'],
  'delivery.failing': [
    { destination: 'bar', purpose: 'charge', why },
    'Seit 10 Minuten kommt bei bar nichts an; Meldungen bleiben und werden nochmals versucht (401 Unauthorized)',
  ],
  'delivery.disabling': [
    { destination: 'bar', purpose: 'charge', why: '' },
    'Seit 4 Tagen kommt bei bar nichts an; geht das so weiter, wird es in einem Tag abgeschaltet',
  ],
  'delivery.disabled': [
    { destination: 'bar', purpose: 'charge', why: '' },
    'Abgeschaltet wurde bar; Meldungen bleiben, bis es wieder eingeschaltet wird',
  ],
  'delivery.late': [{ delivery: 'd', destination: 'bar' }, 'Eine Meldung kommt bei bar nicht an'],
  'delivery.refused': [{ delivery: 'd', destination: 'bar' }, 'Eine Meldung wurde von bar abgelehnt'],
  'delivery.uncertain': [
    { delivery: 'd', destination: 'bar' },
    'Niemand weiss, ob eine Meldung bei bar angekommen ist: bitte entscheiden Sie',
  ],
  'delivery.doubled': [
    { delivery: 'd', destination: 'bar' },
    'Eine Meldung steht vielleicht zweimal bei bar: bitte sehen Sie dort nach',
  ],
  'delivery.check-out': [
    { deliveries: 2, total: '9.00', doubled: 0, charges: [] },
    'Abreise mit ungewissen Posten (2), zusammen 9.00: stehen sie auf der Rechnung, und nur einmal?',
  ],
  'charge.take-back': [
    {
      charge: 'c',
      delivery: 'd',
      destination: 'bar',
      item: '10',
      description: 'Cola',
      quantity: 2,
      total: '9.00',
      certain: false,
    },
    '2 × Cola, 9.00, ist bei bar von Hand zu stornieren; vielleicht steht es nicht dort',
  ],
  'property.refused': [
    { system: 'pms', why: '', scheduled },
    'Ein Weckruf um 06:30, den pms verlangte, ist nicht möglich',
  ],
  'property.down': [{ why: '' }, 'Das Hotelsystem voice1 ist weder zu hören noch zu erreichen'],
  'property.lost': [{ count: 3 }, '3 Nachrichten von voice1 verloren: bitte alle Gäste neu abfragen'],
}

const kinds = Object.keys(ALARM_DETAILS) as AlarmKind[]

it.each(kinds)('an alarm of the kind %s is told in German', (kind) => {
  const [detail, sentence] = TOLD[kind]
  const room = /^(?:wakeup|guest)\./.test(kind) ? '118' : ''
  expect(alarmInGerman(alarm({ kind, room, subject: 'voice1', detail }))).toBe(sentence)
})

it('one that another version has written stays as it was', () => {
  const odd = alarm({ kind: 'line.down', text: 'Line voice1 hums', detail: { hum: 50 } })
  expect(alarmInGerman(odd)).toBe('Line voice1 hums')
})
