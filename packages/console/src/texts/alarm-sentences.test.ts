import { expect, it } from 'vitest'
import { alarmSentence, alarmSentences, otherSide } from './alarm-sentences.ts'

const scheduled = '2026-11-16T06:30:00+01:00'
const reader = (language: 'en' | 'de') => ({
  language,
  timeOf: (moment: string) => moment.slice(11, 16),
  dayOf: (moment: string) => moment.slice(0, 10),
  number: String,
})
const about = (id: string) => ({ id })

it.each([
  ['wakeup.failed', { scheduled, outcome: 'busy' }, 'Weckruf um 06:30: besetzt'],
  ['wakeup.failed', { scheduled, outcome: 'no-answer' }, 'Weckruf um 06:30: niemand nahm ab'],
  ['wakeup.failed', { scheduled, outcome: 'of a newer server' }, 'Weckruf um 06:30'],
  ['wakeup.by-hand', { scheduled, call: 'x' }, 'Weckruf um 06:30'],
  ['delivery.uncertain', { destination: 'folio' }, 'Eine Meldung an folio: bitte entscheiden'],
  ['delivery.refused', { destination: 'folio' }, 'Von folio: Grund beheben, dann nochmals senden'],
  ['line.down', { why: '401' }, 'Leitung voice1 geht nicht'],
  [
    'house.passed-over',
    { calls: 1, backup: scheduled },
    '1 Weckruf seit der Sicherung vom 2026-11-16 06:30: Niemand weiss, ob geklingelt wurde',
  ],
  ['night.check', { findings: [{ ok: true }, { ok: false }] }, '1 Befund vor dem Morgen: siehe System'],
  [
    'charge.take-back',
    { destination: 'folio', item: '10', description: 'Cola', quantity: 2, total: '9.00', certain: true },
    '2 × Cola 9.00 bei folio',
  ],
  [
    'charge.take-back',
    { destination: 'folio', item: '10', quantity: 2, total: '9.00', certain: true },
    '2 × 10 9.00 bei folio',
  ],
  ['of.a-newer-server', {}, null],
])('says in German what %s is about', (kind, detail, sentence) => {
  const alarm = { kind, detail, about: about('voice1') }
  expect(alarmSentence(alarmSentences.de, alarm, reader('de'))).toBe(sentence)
})

it.each([
  [
    -1,
    'Weckruf um 06:30: besetzt; klingelt um 06:41 nochmals',
    'Call for 06:30: the phone was busy; rings again at 06:41',
  ],
  [
    1,
    'Weckruf um 06:30: besetzt; um 06:41 nochmals angerufen, abgenommen',
    'Call for 06:30: the phone was busy; rung again at 06:41, answered',
  ],
  [
    2,
    'Weckruf um 06:30: besetzt; um 06:41 nochmals angerufen, nicht abgenommen',
    'Call for 06:30: the phone was busy; rung again at 06:41, not answered',
  ],
])('says that a room was rung again, with outcome %i', (result, german, english) => {
  const again = { scheduled: '2026-11-16T06:41:00+01:00', result }
  const alarm = { kind: 'wakeup.failed', about: about('a'), detail: { scheduled, outcome: 'busy' }, again }
  expect(alarmSentence(alarmSentences.de, alarm, reader('de'))).toBe(german)
  expect(alarmSentence(alarmSentences.en, alarm, reader('en'))).toBe(english)
})

it('says the same in English, and leaves to the other side what it said', () => {
  const alarm = { kind: 'line.down', about: about('voice1'), detail: { why: '401 Unauthorized' } }
  expect(alarmSentence(alarmSentences.en, alarm, reader('en'))).toBe('Line voice1 does not work')
  expect(otherSide(alarm)).toBe('401 Unauthorized')
})
