import {
  alarmWords,
  byHandWords,
  helpWords,
  type Notice,
  noticeWords,
  phraseWord,
  type PhraseName,
  type Word,
} from '../wakeups/announcement.ts'
import type { Alarm } from './alarm.ts'
import { deskAnswerTo, type DeskAnswer, questionWords } from './desk-keys.ts'
import { type DeskTold, toldOf } from './escalation.ts'

/** A night porter can remember about this many; of more rooms the number is told first, and then a list. */
const MOST_IN_WORDS = 5
/** So many of a list are read out: it takes about a minute, and the others stand in the list of alarms. */
const MOST_IN_LIST = 20

/** What one call says, and what has been told once each mark in it has passed. */
export interface DeskTelling {
  readonly words: readonly Word[]
  readonly marks: readonly Told[]
}

/** `isNamed`: by the numbers of their rooms. */
interface Told {
  readonly alarms: readonly Alarm[]
  readonly isNamed: boolean
}

interface Sentence extends Told {
  readonly words: readonly Word[]
}

/** Trouble of the house is said once, however many have noticed it. */
export function deskTelling(alarms: readonly Alarm[]): DeskTelling {
  const told = alarms.map((alarm) => ({ alarm, about: toldOf(alarm) }))
  const failed = told.flatMap(({ alarm, about }) =>
    isFailed(about) ? [{ alarm, words: alarmWords(about) }] : [],
  )
  const byHand = told.flatMap(({ alarm, about }) =>
    isByHand(about) ? [{ alarm, words: byHandWords(about) }] : [],
  )
  const help = told.flatMap(({ alarm, about }) =>
    isHelp(about) ? [{ words: helpWords(about), alarms: [alarm], isNamed: true }] : [],
  )
  const sentences = [
    ...help,
    ...inWords(failed, 'rooms-not-woken'),
    ...inWords(byHand, 'rooms-by-hand'),
    ...ofHouse(told),
  ]
  const lists = [...listOf(failed), ...listOf(byHand)]
  const marks: Told[] = []
  const marked = ({ words, ...one }: Sentence): Word[] => {
    const known = whenKnown(words)
    return [...words.slice(0, known), { mark: marks.push(one) - 1 }, ...words.slice(known)]
  }
  const words = [
    phraseWord('attention'),
    ...sentences.flatMap(marked),
    ...questionWords(alarms).map(phraseWord),
    ...lists.flatMap(marked),
  ]
  return { words, marks }
}

/** Who has heard which room it is knows enough for a key; the rest says when and why. */
const whenKnown = (words: readonly Word[]): number =>
  words.findIndex((word) => 'digits' in word) + 1 || words.length

type OfRoom = Exclude<DeskTold, Notice>
const isOfRoom = (told: DeskTold): told is OfRoom => typeof told === 'object' && 'room' in told
const isFailed = (told: DeskTold): told is Extract<OfRoom, { why: unknown }> =>
  isOfRoom(told) && 'why' in told
const isHelp = (told: DeskTold): told is Extract<OfRoom, { help: unknown }> =>
  isOfRoom(told) && 'help' in told
const isByHand = (told: DeskTold): told is Extract<OfRoom, { rings: unknown }> =>
  isOfRoom(told) && 'rings' in told

/** What a key says when so much of the telling has been heard: `markedAt` is when each mark passes. */
export function answersTo(
  key: string,
  { marks }: DeskTelling,
  markedAt: readonly number[],
  heardMs: number,
): { readonly alarm: Alarm; readonly answer: DeskAnswer }[] {
  const found = new Map<string, { alarm: Alarm; answer: DeskAnswer }>()
  for (const [n, { alarms, isNamed }] of marks.entries()) {
    if ((markedAt[n] ?? Infinity) > heardMs) continue
    for (const alarm of alarms) {
      const answer = deskAnswerTo(key, alarm, isNamed)
      if (answer !== null) found.set(alarm.id, { alarm, answer })
    }
  }
  return [...found.values()]
}

interface SpokenRoom {
  readonly alarm: Alarm
  readonly words: readonly Word[]
}

/** Few rooms are told one by one, of many how many there are. */
function inWords(rooms: readonly SpokenRoom[], ofMany: PhraseName): Sentence[] {
  if (rooms.length <= MOST_IN_WORDS)
    return rooms.map(({ alarm, words }) => ({ words, alarms: [alarm], isNamed: true }))
  const words = [{ count: rooms.length }, phraseWord(ofMany)]
  return [{ words, alarms: rooms.map(({ alarm }) => alarm), isNamed: false }]
}

function listOf(rooms: readonly SpokenRoom[]): Sentence[] {
  if (rooms.length <= MOST_IN_WORDS) return []
  const listed = rooms.slice(0, MOST_IN_LIST).map(({ alarm }): Sentence => {
    return { words: [{ digits: alarm.room }], alarms: [alarm], isNamed: true }
  })
  const nothing = { alarms: [], isNamed: false }
  const rest = rooms.length > MOST_IN_LIST ? [{ words: [phraseWord('others-in-list')], ...nothing }] : []
  return [{ words: [phraseWord('the-rooms-are')], ...nothing }, ...listed, ...rest]
}

function ofHouse(told: readonly { alarm: Alarm; about: DeskTold }[]): Sentence[] {
  const notices = new Map<string, { notice: Notice; alarms: Alarm[] }>()
  for (const { alarm, about } of told) {
    if (isOfRoom(about)) continue
    const same = notices.get(JSON.stringify(about)) ?? { notice: about, alarms: [] }
    same.alarms.push(alarm)
    notices.set(JSON.stringify(about), same)
  }
  return Array.from(notices.values(), ({ notice, alarms }) => ({
    words: noticeWords(notice),
    alarms,
    isNamed: false,
  }))
}
