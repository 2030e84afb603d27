import { describe, expect, it } from 'vitest'
import { formatFor } from './format.ts'
import { happened, happenedAlone, readable } from './happened.ts'

const en = formatFor('en', { zone: 'Europe/Zurich', clock: '24h' })
const de = formatFor('de', { zone: 'Europe/Zurich', clock: '24h' })
const noon = formatFor('en', { zone: 'Europe/Zurich', clock: '12h' })

const AT = '2026-11-17T07:15:00+01:00'
const row = (kind: string, detail: Record<string, unknown>, text = 'As the server says it') => ({
  kind,
  detail,
  text,
})

describe('what happened', () => {
  it.each([
    [
      'wakeup.created',
      { scheduled: AT },
      'Call asked for Tue 17 Nov 07:15',
      'Weckruf auf Di 17. Nov. 07:15 gesetzt',
    ],
    [
      'wakeup.skipped',
      { day: '20261117', next: '2026-11-18T07:15:00+01:00' },
      'Tue 17 Nov is left out; it rings next Wed 18 Nov 07:15',
      'Di 17. Nov. fällt aus; klingelt wieder Mi 18. Nov. 07:15',
    ],
    [
      'wakeup.rescheduled',
      { to: 'another', scheduled: AT },
      'Call moved to Tue 17 Nov 07:15',
      'Weckruf auf Di 17. Nov. 07:15 verlegt',
    ],
    ['wakeup.deleted', { call: {} }, 'Call cancelled', 'Weckruf gelöscht'],
    [
      'wakeup.retry',
      { at: AT, after: 'busy' },
      'The phone was busy: to be rung again at 07:15',
      'Besetzt: wird um 07:15 nochmals angerufen',
    ],
    ['wakeup.settled', { outcome: 'complete' }, 'The guest was woken', 'Der Gast wurde geweckt'],
    // Only a key shows that somebody was woken: the screen says no more than the paper.
    [
      'wakeup.settled',
      { outcome: 'complete', proof: 'heard' },
      'The phone was answered, no key was pressed',
      'Es wurde abgenommen, eine Taste wurde nicht gedrückt',
    ],
    [
      'wakeup.settled',
      { outcome: 'no-answer', proof: 'hung-up' },
      'The guest was not woken: the phone was answered and hung up',
      'Der Gast wurde nicht geweckt: es wurde abgenommen und aufgelegt',
    ],
    [
      'wakeup.overwritten',
      { outcome: 'no-answer', before: 'complete', reason: 'He slept on' },
      'Set by hand: nobody answered (“He slept on”)',
      'Von Hand gesetzt: niemand nahm ab («He slept on»)',
    ],
    [
      'wakeup.settled',
      { outcome: 'no-answer' },
      'The guest was not woken: nobody answered',
      'Der Gast wurde nicht geweckt: niemand nahm ab',
    ],
    ['wakeup.progress', { status: 180, reason: 'Ringing' }, 'The phone rings', 'Das Telefon klingelt'],
    [
      'wakeup.progress',
      { status: 181, reason: 'Call Is Being Forwarded' },
      'The exchange forwards the call',
      'Die Telefonanlage leitet den Anruf um',
    ],
    [
      'wakeup.progress',
      { status: 100, reason: 'Trying' },
      'The exchange puts the call through',
      'Die Telefonanlage stellt den Anruf durch',
    ],
    [
      'wakeup.ended',
      { kind: 'line-trouble', status: 503, reason: 'Service Unavailable', rang: false },
      'The exchange did not put the call through',
      'Die Telefonanlage stellte den Anruf nicht durch',
    ],
    [
      'wakeup.ended',
      { kind: 'line-trouble', status: 500, reason: 'Server Internal Error', rang: true },
      'The phone rang, then the exchange broke the call off',
      'Das Telefon klingelte, dann brach die Telefonanlage den Anruf ab',
    ],
    [
      'wakeup.waiting',
      { until: AT, reason: '503 Service Unavailable' },
      'The exchange did not put the call through; that is no attempt, and it is tried again at 07:15',
      'Die Telefonanlage stellte den Anruf nicht durch; das zählt nicht als Versuch, er wird um 07:15 wiederholt',
    ],
    [
      'room.status.changed',
      { status: { id: '1', description: 'Clean' }, previous: { id: '2', description: 'Dirty' } },
      'Clean, was Dirty',
      'Clean, war Dirty',
    ],
    [
      'room.status.changed',
      { status: { id: '', description: '' }, previous: { id: '2', description: 'Dirty' } },
      'Status taken back',
      'Zustand zurückgenommen',
    ],
    ['room.mark.set', { mark: 'dnd', until: null }, 'Do not disturb', 'Nicht stören'],
    [
      'room.mark.set',
      { mark: 'dnd', until: AT },
      'Do not disturb until Tue 17 Nov 07:15',
      'Nicht stören bis Di 17. Nov. 07:15',
    ],
    [
      'guest.checked-in',
      { asked: 'fr' },
      'Guest checked in; no announcements are in French',
      'Gast eingecheckt; Ansagen auf Französisch gibt es nicht',
    ],
    [
      'guest.checked-out',
      { wakeups: 1 },
      'Checked out; 1 call to come cancelled',
      'Ausgecheckt; 1 Weckruf aufgehoben',
    ],
    [
      'inventory.voided',
      { quantity: -2, item: { id: '10', description: 'Cola' } },
      '2 × Cola taken back',
      '2 × Cola storniert',
    ],
  ])('is told in both languages: %s', (kind, detail, english, german) => {
    expect(happened(row(kind, detail), en)).toEqual({ words: english, isForeign: false })
    expect(happened(row(kind, detail), de)).toEqual({ words: german, isForeign: false })
  })

  it.each([
    ['wakeup.claimed', { due: AT, method: 'automatic' }, 'Vorgemerkt: klingelt um 07:15'],
    ['wakeup.claimed', { due: AT, method: 'manual' }, 'Vorgemerkt: Der Empfang weckt von Hand'],
    ['wakeup.claimed', { due: AT }, 'Vorgemerkt auf 07:15'],
    ['wakeup.dialled', { extension: '101', line: 'voice1' }, 'Nebenstelle 101 auf Leitung voice1 gewählt'],
    ['wakeup.answered', { ms: 900 }, 'Es wurde abgenommen'],
    ['wakeup.key', { key: '5' }, 'Taste 5 wurde gedrückt'],
    ['wakeup.ended', { kind: 'answered', answeredBy: 'unknown' }, 'Der Anruf ist zu Ende'],
    ['wakeup.ended', { kind: 'answered', answeredBy: 'machine' }, 'Eine Maschine nahm ab'],
    [
      'wakeup.ended',
      { kind: 'no-answer', stopped: 'recalled' },
      'Es klingelt nicht weiter: Jemand hat über den Weckruf entschieden',
    ],
    ['wakeup.followed', { with: 'w' }, 'Klingelt und endet mit einem anderen Weckruf dieses Zimmers'],
    [
      'wakeup.waiting',
      { until: AT, reason: 'the system was stopped' },
      'Zählt nicht als Versuch; wird um 07:15 nochmals versucht',
    ],
    ['wakeup.cancelled', { call: {} }, 'Weckruf aufgehoben'],
    ['alarm.raised', { kind: 'wakeup.failed' }, 'Alarm: Gast nicht geweckt'],
    [
      'alarm.told',
      { by: 'phone', extension: '100', result: 'unreachable' },
      'Nebenstelle 100 war nicht erreichbar',
    ],
    ['alarm.told', { by: 'mail', to: 'a@b.test', delivered: false }, 'E-Mail an a@b.test: kam nicht an'],
    [
      'alarm.known',
      { by: 'phone', extension: '100' },
      'An Nebenstelle 100 zur Kenntnis genommen, der Gast noch nicht erreicht',
    ],
    ['alarm.passed-on', { to: 'extension 101, a@b.test' }, 'Weitergegeben an Nebenstelle 101, a@b.test'],
    ['alarm.acknowledged', { note: 'I go up' }, 'Zur Kenntnis genommen: «I go up»'],
    ['alarm.over', {}, 'Alarm vorbei'],
  ])(
    'is told in German from its facts where the server has an English sentence: %s %j',
    (kind, detail, german) => {
      expect(happenedAlone(row(kind, detail), de)).toEqual({ words: german, isForeign: false })
      expect(happened(row(kind, detail), en)).toEqual({ words: 'As the server says it', isForeign: true })
    },
  )

  it('is told by the clock of the house', () => {
    expect(happened(row('wakeup.created', { scheduled: AT }), noon).words).toBe(
      'Call asked for Tue 17 Nov 7:15 AM',
    )
  })

  it('has no moment as programs write it, whoever has written the sentence', () => {
    const told = 'bar asked for 20261117 at 2026-11-17T07:15:00+01:00, room 20261399'
    expect(readable(told, en)).toBe('bar asked for Tue 17 Nov at Tue 17 Nov 07:15, room 20261399')
    expect(happened(row('something.new', {}, told), de)).toEqual({
      words: 'bar asked for Di 17. Nov. at Di 17. Nov. 07:15, room 20261399',
      isForeign: true,
    })
  })

  it('tells the desk no number of the wire, and leaves reasons in words as they are', () => {
    const told = (kind: string, detail: Record<string, unknown>, text: string) =>
      happened(row(kind, detail, text), en).words
    expect(
      told('alarm.raised', { kind: 'wakeup.no-line' }, 'Room 101 waits: no line (503 Service Unavailable)'),
    ).toBe('Room 101 waits: no line')
    expect(told('alarm.raised', { kind: 'wakeup.failed' }, 'Room 101 (suite) waits')).toBe(
      'Room 101 (suite) waits',
    )
    expect(
      told('wakeup.waiting', { until: AT, reason: 'the system was stopped' }, 'The system was stopped'),
    ).toBe('The system was stopped')
    expect(told('wakeup.ended', { kind: 'line-trouble', status: null, reason: 'No codec' }, 'No codec')).toBe(
      'No codec',
    )
  })

  it('is at least named in German where only the server has a sentence', () => {
    expect(happenedAlone(row('line.up', {}, 'Line 1 works'), de)).toEqual({
      words: 'Leitung ist da',
      isForeign: false,
    })
    expect(happenedAlone(row('line.up', {}, 'Line 1 works'), en).words).toBe('Line 1 works')
  })
})
