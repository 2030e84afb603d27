import type { Reading, Refusal } from '../../../hotel/entry/reading.ts'
import { Key } from '../../../parts/button.tsx'
import { Icon } from '../../../parts/icon.tsx'
import { useTexts } from '../../../texts/speech.ts'
import type { ReadLine } from './said-lines.ts'
import { type EntryTexts, entryTexts, examplesOf } from './texts.ts'
import type { EntryState } from './use-entry.ts'
import { fewWords } from './words.ts'

/** Why a line cannot stand as it is. */
export function troubleWords(words: EntryTexts, reading: ReadLine['reading']): string {
  switch (reading.kind) {
    case 'nothing':
    case 'read':
    case 'left-out':
      return ''
    case 'unfinished':
      return reading.lacks === 'time' ? words.lacksTime : words.lacksRooms
    case 'asked':
      return words[reading.question]
    case 'refused':
      return refusalWords(words, reading)
  }
}

function refusalWords(words: EntryTexts, { why, count, known = [] }: Extract<Reading, { kind: 'refused' }>) {
  if (count !== undefined) return words.tooMany(count)
  if (why === 'other-room') return words.staysElsewhere(known[0] ?? '', known[1] ?? '')
  return known.length === 0 ? words[why] : words.othersThere(fewWords(words, known, MOST_NAMES))
}

const MOST_NAMES = 3

/** These say by themselves what is wrong: examples would only take up room. */
const CLEAR: readonly Refusal[] = [
  'unknown-room',
  'names-unseen',
  'unknown-name',
  'other-room',
  'name-unseen',
  'denied',
  'range-in-words',
  'turned-round',
  'two-widths',
  'lettered',
  'too-many-rooms',
  'too-much',
]

/** Of what is far too long, enough to know it again. */
const LETTERS_SHOWN = 60

/** A line as it was typed, with what keeps it from standing underlined. */
export function Typed({ line, reading }: ReadLine) {
  if (reading.kind !== 'refused' && reading.kind !== 'asked') return line
  if (reading.kind === 'refused' && reading.why === 'too-much') return `${line.slice(0, LETTERS_SHOWN)} …`
  const { from, to } = reading.at
  return (
    <>
      {line.slice(0, from)}
      <u>{line.slice(from, to)}</u>
      {line.slice(to)}
    </>
  )
}

/** The line with what is meant underlined, why it does not stand, and ways to write one. */
export function EntryTrouble({ line: { line, reading } }: { readonly line: ReadLine }) {
  const words = useTexts(entryTexts)
  if (reading.kind === 'unfinished')
    return <p className="entry-open second">{troubleWords(words, reading)}</p>
  if (reading.kind !== 'refused' && reading.kind !== 'asked') return null
  return (
    <div className="entry-open">
      <p className={reading.kind === 'refused' ? 'entry-typed s-bad' : 'entry-typed s-again'}>
        <Typed line={line} reading={reading} />
      </p>
      <p className={reading.kind === 'refused' ? 'entry-wrong s-bad' : 'entry-asked'}>
        {reading.kind === 'refused' ? <Icon name="alarms" size="tiny" /> : null}
        {troubleWords(words, reading)}
      </p>
      {reading.kind === 'refused' && reading.mend === null && !CLEAR.includes(reading.why) ? (
        <Examples />
      ) : null}
    </div>
  )
}

function Examples() {
  const words = useTexts(entryTexts)
  return (
    <p className="entry-examples second">
      {words.examples}
      {examplesOf(words).map((one) => (
        <code key={one}>{one}</code>
      ))}
    </p>
  )
}

/** What may be chosen: by its number once Enter was pressed, with Alt at any time, or by pointing. */
export function Options({ entry }: { readonly entry: EntryState }) {
  const words = useTexts(entryTexts)
  const { options, isStanding, plan, cancelling, twoHouses } = entry
  if (options.length === 0) return null
  const question =
    twoHouses === null
      ? (plan?.choices.length ?? 0) > 0
        ? words.whichOther
        : (cancelling?.choices.length ?? 0) > 0
          ? words.whichExtent
          : ''
      : words.whichHouse(twoHouses)
  return (
    <div className="entry-options" role="group" aria-label={question === '' ? words.pickOne : question}>
      {question === '' ? null : <span className="entry-asked">{question}</span>}
      {options.map(({ words: what, isOn, act }, at) => (
        <button key={what} type="button" className="entry-option" aria-pressed={isOn} onClick={act}>
          <Key>{isStanding ? String(at + 1) : words.altNumber(at + 1)}</Key>
          {what}
        </button>
      ))}
      {isStanding ? null : <span className="second small">{words.enterFirst}</span>}
    </div>
  )
}
