import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ALARM_DETAILS } from '../../server/src/hotel/desk/alarm-kinds.ts'
import { PROBLEM } from '../../server/src/api/answers/problem-reply.ts'
import { CHECK_CODES } from '../../server/src/hotel/desk/night-check.ts'
import { DETAILS } from '../../server/src/hotel/log/details.ts'
import { type Hotel, openHotel } from '../../server/test/hotel.ts'
import { checkTexts, checkWords } from '../src/pages/system/check-words.ts'
import { doctorTexts, doctorTopic } from '../src/pages/system/doctor-words.ts'
import { alarmSentence, alarmSentences } from '../src/texts/alarm-sentences.ts'
import { alarmTexts, alarmWords } from '../src/texts/alarms.ts'
import { failureTexts, failureWords } from '../src/texts/failures.ts'
import { kindWords } from '../src/texts/log-kinds.ts'
import { Failure } from '../src/kernel/failure.ts'

const MOMENT = '2026-11-16T06:30:00+01:00'
/** More than any alarm tells. */
const DETAIL = {
  scheduled: MOMENT,
  until: MOMENT,
  rings: MOMENT,
  shows: MOMENT,
  expected: MOMENT,
  backup: MOMENT,
  outcome: 'busy',
  destination: 'folio',
  system: 'pms',
  item: 'Cola',
  total: '9.00',
  report: 'wakeup',
  calls: 2,
  quantity: 2,
  seconds: 90,
  free: 2 ** 30,
}

/** What only a program meets, what marks its own field, and a database that is none of ours. */
const SAID_BY_NUMBER = [
  'headers.too-large',
  'parameter.invalid',
  'parameter.unknown',
  'rule.refused',
  'state.conflict',
  'store.corrupt',
  'store.in-use',
  'store.newer',
  'url.too-long',
]

const refused = (code: string, status: number, error: number) =>
  new Failure('problem', {
    status,
    error,
    description: '',
    reference: '',
    againInSeconds: 1,
    code,
    field: '',
    problems: [],
  })

const LANGUAGES = ['en', 'de'] as const
const reader = (language: 'en' | 'de') => ({
  language,
  timeOf: (moment: string) => moment.slice(11, 16),
  dayOf: (moment: string) => moment.slice(0, 10),
  number: String,
})

describe.each(LANGUAGES)('the words of the console, in %s', (language) => {
  it.each(Object.keys(ALARM_DETAILS))('name the alarm %s, and have a sentence for it', (kind) => {
    const sentence = alarmSentence(
      alarmSentences[language],
      { kind, about: { id: 'voice1' }, detail: DETAIL },
      reader(language),
    )
    expect(alarmWords(alarmTexts[language], kind)).not.toBe('')
    expect(sentence).not.toBeNull()
    expect(sentence).not.toMatch(/undefined|NaN|Invalid|\s{2}/)
  })

  it('tell every refusal of the server in words of its own, save what its number says as well', () => {
    const words = Object.entries(PROBLEM).map(([code, [status, error]]) => ({
      code,
      words: failureWords(refused(code, status, error), failureTexts[language], String),
    }))
    const general = ['invalid', 'conflict', 'unavailable'] as const
    const unsaid = words.filter(({ words }) => general.some((key) => failureTexts[language][key] === words))
    expect(unsaid.map(({ code }) => code).toSorted()).toEqual(SAID_BY_NUMBER)
  })

  it('say what every check may find', () => {
    expect(CHECK_CODES.filter((code) => checkWords(checkTexts[language], code, 2) === null)).toEqual([])
  })
})

describe('the words of the log', () => {
  it.each(LANGUAGES)('have one for every kind of row, in %s', (language) => {
    expect(Object.keys(DETAILS).filter((kind) => kindWords(kind, language) === '')).toEqual([])
  })

  it('say of a thing what was done with it, and leave to the server what they do not know', () => {
    expect(kindWords('item.added', 'de')).toBe('Artikel hinzugefügt')
    expect(kindWords('moon.landed', 'en')).toBe('')
  })
})

describe('the words of the doctor', () => {
  let hotel: Hotel | null = null
  beforeAll(async () => {
    hotel = await openHotel()
  })
  afterAll(() => hotel?.close())

  it.each(LANGUAGES)('name all that it looks at, in %s', async (language) => {
    const answer = await hotel?.request('boss', 'GET', '/rest/system/doctor')
    const topics: string[] = answer?.json.findings.map(({ topic }: { topic: string }) => topic)
    expect(topics.length).toBeGreaterThan(15)
    expect(topics.filter((topic) => doctorTopic(doctorTexts[language], topic) === null)).toEqual([])
  })
})
