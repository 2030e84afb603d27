import type { Told } from '../../../kernel/failure.ts'
import type { EntryTexts } from './texts.ts'

type Plain = { [K in keyof EntryTexts]: EntryTexts[K] extends string ? K : never }[keyof EntryTexts]

/** What a line is refused for, by the word of the server; where one word stands for several things, with its field. */
const WORDS: Readonly<Record<string, Plain>> = {
  'room.unknown': 'noSuchRoom',
  'thing.unknown': 'callGone',
  'thing.exists': 'askedMeanwhile',
  'thing.ambiguous': 'sayWhose',
  'thing.changed': 'changedMeanwhile',
  'call.over': 'callOver',
  'call.ringing': 'callRinging',
  'request.in-flight': 'underWay',
  'call.not-repeating': 'notRepeated',
  'series.no-such-day': 'noSuchDay',
  'time.past until': 'noDayLeft',
}

/** In the language of whoever types; null where the words for every refusal say as much. */
export function refusedWords(
  words: EntryTexts,
  { code, field }: Pick<Told, 'code' | 'field'>,
): string | null {
  const known = WORDS[`${code} ${field}`] ?? WORDS[code]
  return known === undefined ? null : words[known]
}
