import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { phoneActions } from '../src/actions/wakeups/by-phone.ts'
import { SYSTEM } from '../src/actions/actor.ts'
import { loadSettings } from '../src/actions/settings.ts'
import { createAnnouncer } from '../src/calls/voice/announcer.ts'
import { isOwn, sequenceOf } from '../src/calls/voice/sequence.ts'
import { guestMenu, type GuestResult, type SetCall } from '../src/hotel/menus/guest-menu.ts'
import { phraseWord, type Word } from '../src/hotel/wakeups/announcement.ts'
import { systemClock } from '../src/kernel/clock.ts'
import { systemIds } from '../src/kernel/ids.ts'
import { silentLog } from '../src/kernel/log.ts'
import { after, done, keys } from '../testing/menu-trial.ts'
import { type PhraseEar, phraseEar } from '../testing/phrase-ear.ts'
import { bookOf, LANGUAGES_HERE } from '../testing/spoken-languages.ts'
import { EVENING, type Hotel, openHotel, SITE } from './hotel.ts'

/** What a guest hears is taken from the sound by an ear that knows the recordings, and compared with what is stored. */

const announcer = createAnnouncer({
  languages: LANGUAGES_HERE,
  clock: systemClock(),
  log: silentLog,
  defaultLanguage: () => 'en',
})

interface ReadBack {
  readonly dialled: string
  /** The sentence that says what was set: that it is, when, and on which day. */
  readonly words: readonly Word[]
  readonly storedAt: number
}

/** The guest of room 101 dials these one after the other, each in the place of the one before. */
async function dialAll(hotel: Hotel, times: readonly string[]): Promise<ReadBack[]> {
  const { database } = hotel.app
  const settings = await loadSettings(database)
  const ringer = { changed: () => {}, asked: () => {} }
  const actions = phoneActions({ clock: hotel.clock, database, settings, ids: systemIds(), ringer })
  const [mailbox] = await database.read.mailboxes.ofExtension('101', null)
  if (!mailbox) throw new Error('There is no room 101')
  const found: ReadBack[] = []
  let calls: readonly SetCall[] = []
  for (const dialled of times) {
    const { deed } = after(guestMenu(calls), ...keys(dialled))
    if (deed?.kind !== 'set') throw new Error(`${dialled} is not taken for a time`)
    const result: GuestResult = await actions.set(SYSTEM, mailbox, deed, 3)
    const { say = [] } = after(guestMenu(calls), ...keys(dialled), done(result))
    const [stored, ...others] = await database.read.wakeups.pendingOfRoom(mailbox.tenant, '101')
    if (!stored || others.length > 0) throw new Error(`${others.length + 1} calls are stored`)
    found.push({ dialled, words: say.slice(0, 3), storedAt: stored.scheduledAt })
    calls = result.kind === 'set' ? [result.call] : []
  }
  return found
}

/** As the wall clock of the house shows it, by a reckoning that is not ours. */
const shownAt = (instant: number) =>
  new Intl.DateTimeFormat('en-CA', {
    timeZone: 'Europe/Zurich',
    dateStyle: 'short',
    timeStyle: 'short',
    hourCycle: 'h23',
  })
    .format(instant)
    .split(', ')

function wordsFor(storedAt: number, now: number): Word[] {
  const [[today], [day, time = '']] = [shownAt(now), shownAt(storedAt)]
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return [
    phraseWord('call-is-set'),
    { time: { hour, minute } },
    phraseWord(day === today ? 'today' : 'tomorrow'),
  ]
}

async function open(now: number): Promise<Hotel> {
  const hotel = await openHotel({ site: SITE, now })
  onTestFinished(() => hotel.close())
  return hotel
}

const two = (n: number) => String(n).padStart(2, '0')
const TIMES = Array.from({ length: 1_440 }, (_, n) => `${two(Math.floor(n / 60))}${two(n % 60)}`)
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it']

/** It takes seconds to know all pieces of a language. */
const ears = new Map<string, Promise<PhraseEar>>()
function earOf(language: string): Promise<PhraseEar> {
  const ear = ears.get(language) ?? phraseEar(language)
  ears.set(language, ear)
  return ear
}

async function heardAndStored(language: string, found: readonly ReadBack[], now: number) {
  const ear = await earOf(language)
  const book = bookOf(language)
  const piecesOf = (words: readonly Word[]) =>
    sequenceOf(
      words.flatMap((word) => (isOwn(word) ? [] : [word])),
      book,
    ).flatMap((part) => ('piece' in part ? [ear.nameOf(part.piece)] : []))
  const differences: string[] = []
  const sounds = new Set<string>()
  for (const { dialled, words, storedAt } of found) {
    const { pcmu } = await announcer.prepare(words, language)
    const [heard, stored] = [ear.hear(pcmu).join(' '), piecesOf(wordsFor(storedAt, now)).join(' ')]
    sounds.add(heard)
    if (heard !== stored) differences.push(`${dialled}: heard ${heard}, stored ${stored}`)
  }
  return { differences, sounds: sounds.size }
}

describe('every time of the day that a guest dials', () => {
  let found: ReadBack[]
  beforeAll(async () => {
    const hotel = await openHotel({ site: SITE, now: EVENING })
    found = await dialAll(hotel, TIMES)
    await hotel.close()
  })

  test('is stored as it was dialled', () => {
    const wrong = found.filter(({ dialled, storedAt }) => shownAt(storedAt)[1]?.replace(':', '') !== dialled)
    expect(wrong).toEqual([])
  })

  test.each(LANGUAGES)('is heard as it is stored, in %s, and no two sound the same', async (language) => {
    const { differences, sounds } = await heardAndStored(language, found, EVENING)
    expect(differences).toEqual([])
    expect(sounds).toBe(TIMES.length)
  })
})

test.each([
  ['is put forward', Date.UTC(2027, 2, 27, 19)],
  ['is put back', Date.UTC(2027, 9, 30, 18)],
])('in the night in which the clock %s, what is heard is what is stored', async (_, now) => {
  const hotel = await open(now)
  const found = await dialAll(hotel, ['0159', '0200', '0230', '0259', '0300', '0301'])
  for (const language of LANGUAGES)
    expect((await heardAndStored(language, found, now)).differences).toEqual([])
})
