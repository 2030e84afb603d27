import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useSearchParams } from 'wouter'
import { mayChange, useSession } from '../../../live/desk.ts'
import { useHalfDone } from '../../../live/use.ts'
import { Button } from '../../../parts/button.tsx'
import { Icon, Mark } from '../../../parts/icon.tsx'
import { useIsPhone } from '../../../parts/media.ts'
import { usePageKeys } from '../../../parts/page-keys.ts'
import { commonTexts } from '../../../texts/common.ts'
import { failureTexts, failureWords } from '../../../texts/failures.ts'
import { useFormat, useTexts } from '../../../texts/speech.ts'
import type { FirstKeys } from '../../../parts/first-keys.ts'
import { todayTexts } from '../texts.ts'
import { LineTable } from './line-table.tsx'
import { ReadBack } from './read-back.tsx'
import { refusedWords } from './refused.ts'
import { entryTexts } from './texts.ts'
import { placeForRoom } from './place-for-room.ts'
import { Options, EntryTrouble } from './trouble.tsx'
import { type EntryState, useEntry } from './use-entry.ts'
import './entry.css'

const PHONE = '(max-width: 719px)'
const MOST_ROWS = 6

/** Calls are asked for, changed and cancelled in one line. A screen that only shows has none. */
export function EntryLine({ first }: { readonly first: FirstKeys }) {
  return mayChange(useSession()) ? <OpenEntry first={first} /> : null
}

function OpenEntry({ first }: { readonly first: FirstKeys }) {
  const words = useTexts(entryTexts)
  const said = useTexts(todayTexts)
  const entry = useEntry(first.text)
  const below = useId()
  const [hasLetters, setLetters] = useState(() => !matchMedia(PHONE).matches)
  const field = useRef<HTMLTextAreaElement>(null)
  const focus = () => field.current?.focus()
  usePageKeys([{ key: 'n', what: words.newCall, deed: 'entry', act: focus }])
  const { text, isStanding, twoHouses } = entry
  useHalfDone(text !== '')
  const chosen = entry.options.findIndex(({ isOn }) => isOn)
  // Whoever has begun to type goes on where they were.
  useEffect(() => {
    field.current?.setSelectionRange(first.text.length, first.text.length)
    first.keep('')
  }, [first])
  // From the search, or once a choice was pointed at: the next key belongs to the line.
  useEffect(() => {
    if (isStanding && !matchMedia(PHONE).matches) field.current?.focus()
  }, [isStanding, text, twoHouses, chosen])
  // What was pointed at may be gone when it is done: the next guest's call begins in the line.
  const { receipt } = entry.deeds
  useEffect(() => {
    if (receipt !== null && !matchMedia(PHONE).matches) field.current?.focus()
  }, [receipt])
  // What was opened beside the page would lie on what is read back.
  const [query, setQuery] = useSearchParams()
  const putAside = () => {
    if (query.has('call'))
      setQuery((before) => new URLSearchParams([...before].filter(([name]) => name !== 'call')), {
        replace: true,
      })
  }
  const add = (word: string) => {
    entry.type(`${text.trimEnd()}${word}`)
    focus()
  }
  // The number of one more room is typed before a time that stands there already.
  const caret = useRef<number | null>(null)
  useEffect(() => {
    if (caret.current !== null) field.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  }, [text])
  const addRoom = () => {
    const place = placeForRoom(text, entry.said)
    if (place.text !== text) caret.current = place.caret
    entry.type(place.text)
    focus()
  }
  return (
    <section className={isStanding ? 'entry standing' : 'entry'} aria-label={said.entryLabel}>
      <div className="entry-line">
        <Icon name="entry" />
        <textarea
          ref={field}
          rows={Math.min(Math.max(1, text.split('\n').length), MOST_ROWS)}
          value={text}
          aria-label={said.entryLabel}
          aria-describedby={below}
          placeholder={said.entryHint}
          inputMode={hasLetters ? 'text' : 'tel'}
          autoFocus={!matchMedia(PHONE).matches}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          readOnly={entry.hindrance === 'offline' || entry.deeds.isSending}
          onChange={({ target }) => {
            putAside()
            entry.type(target.value)
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && text === '') putAside()
            press(event, entry)
          }}
        />
        <Deed entry={entry} />
      </div>
      <Chips onAdd={add} onRoom={addRoom} onLetters={() => setLetters(!hasLetters)} hasLetters={hasLetters} />
      <div className="entry-below" id={below} aria-live={isStanding ? 'polite' : 'off'}>
        <Below entry={entry} />
      </div>
      <Receipt entry={entry} />
    </section>
  )
}

/** The interface's number for a time that is over: our own words say it all. */
const PAST = 8
const DIGIT = /^(?:Digit|Numpad)([1-9])$/

/** Single keys of the line. Digits choose only where something is to be chosen, and the line was read back. */
function press(event: KeyboardEvent, entry: EntryState): void {
  const digit = DIGIT.exec(event.code)?.[1]
  const isChord = event.ctrlKey || event.metaKey
  const isChoosing = digit !== undefined && !isChord && (event.altKey || entry.isStanding)
  if (isChoosing && entry.pick(Number(digit) - 1)) return event.preventDefault()
  if (event.altKey && event.code === 'KeyR') return done(event, entry.turn)
  if (isChord && event.code === 'KeyZ' && entry.text === '' && entry.deeds.canUndo)
    return done(event, entry.undo)
  if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing)
    return done(event, entry.enter)
  if (event.key !== 'Escape') return
  // Out of an empty line, so that letters are keys of the page again.
  if (entry.text === '' && !entry.isStanding) document.querySelector<HTMLElement>('#page')?.focus()
  done(event, entry.leave)
}

function done(event: KeyboardEvent, act: () => void): void {
  event.preventDefault()
  act()
}

/** The button names the deed. */
function Deed({ entry }: { readonly entry: EntryState }) {
  const words = useTexts(entryTexts)
  const { deed, isReady, isStanding, deeds, said } = entry
  const unknown = said.cancels.length > 0 ? words.cancel : words.set(1)
  if (entry.text.trim() === '') return null
  return (
    <Button
      look="main"
      className="entry-deed"
      disabled={!isReady}
      aria-busy={deeds.isSending}
      onClick={entry.act}
    >
      {deeds.isSending ? words.sending : (deed ?? unknown)}
      {isReady ? <small aria-hidden="true">{isStanding ? words.enter : words.enterTwice}</small> : null}
    </Button>
  )
}

interface ChipsProps {
  readonly hasLetters: boolean
  readonly onAdd: (word: string) => void
  readonly onRoom: () => void
  readonly onLetters: () => void
}

/** On a phone the keyboard has digits: what is said by words is added by touching it. */
function Chips({ hasLetters, onAdd, onRoom, onLetters }: ChipsProps) {
  const words = useTexts(entryTexts)
  const chips = [
    [words.chipTime, ' '],
    [words.chipTomorrow, ` ${words.chipTomorrow} `],
    [words.chipDaily, ` ${words.chipDaily} `],
    [words.chipKey, ` ${words.chipKey} `],
  ] as const
  return (
    <div className="entry-chips" role="group" aria-label={words.chips}>
      <button type="button" onClick={onRoom}>
        {words.chipRoom}
      </button>
      {chips.map(([what, word]) => (
        <button key={what} type="button" onClick={() => onAdd(word)}>
          {what}
        </button>
      ))}
      <button type="button" aria-pressed={hasLetters} onClick={onLetters}>
        {words.chipLetters}
      </button>
    </div>
  )
}

/** What the line means, or why it does not stand. */
function Below({ entry }: { readonly entry: EntryState }) {
  const { said, hindrance } = entry
  const [first, ...more] = said.lines
  return (
    <>
      {hindrance === 'none' ? null : <Hindered entry={entry} />}
      {first === undefined ? null : more.length > 0 ? (
        <LineTable entry={entry} />
      ) : (
        <>
          <ReadBack entry={entry} line={first} />
          <EntryTrouble line={first} />
        </>
      )}
      <Mixed entry={entry} />
      <Options entry={entry} />
      <Held entry={entry} />
      <Failed entry={entry} />
    </>
  )
}

/** The line stands still, and nothing is set yet. */
function Held({ entry: { isStanding, isReady, deed, deeds } }: { readonly entry: EntryState }) {
  const words = useTexts(entryTexts)
  const isPhone = useIsPhone()
  if (!isStanding || !isReady || deeds.isSending) return null
  return <p className="entry-held">{isPhone && deed !== null ? words.heldByHand(deed) : words.held}</p>
}

function Hindered({ entry: { hindrance, text } }: { readonly entry: EntryState }) {
  const words = useTexts(entryTexts)
  if (hindrance === 'locked' && text === '') return null
  return (
    <p className="entry-hindered">
      <Icon name={hindrance === 'locked' ? 'lock' : 'alarms'} size="small" />
      {hindrance === 'locked' ? words.locked : words.offline}
    </p>
  )
}

function Mixed({ entry: { said } }: { readonly entry: EntryState }) {
  const words = useTexts(entryTexts)
  return said.sets.length > 0 && said.cancels.length > 0 ? (
    <p className="entry-wrong s-bad">
      <Icon name="alarms" size="tiny" />
      {words.mixed}
    </p>
  ) : null
}

/** Why the server would not; with its own sentence, which names the room. */
function Failed({ entry: { deeds, foreseen } }: { readonly entry: EntryState }) {
  const words = useTexts(entryTexts)
  const failures = useTexts(failureTexts)
  const { count, language } = useFormat()
  const failure = deeds.failure ?? (foreseen.state === 'failed' ? foreseen.failure : null)
  if (failure === null) return null
  const isUnsure = failure.kind === 'unreachable' && deeds.failure !== null
  const own = failure.told === null ? null : refusedWords(words, failure.told)
  // The server's sentence names the room; it is English.
  const isToldMore = failure.told !== null && failure.told.error !== PAST && language === 'en'
  return (
    <div className="entry-failed s-bad" role="alert">
      <Mark name="failed" />
      <p>
        {isUnsure ? words.unsure : (own ?? failureWords(failure, failures, count))}
        {deeds.failure !== null && !isUnsure ? <b> {words.failedAll}</b> : null}
      </p>
      {isToldMore ? <p className="small">{failure.told?.description}</p> : null}
    </div>
  )
}

/** What was just done; for a while it may be taken back. */
function Receipt({ entry: { deeds, undo } }: { readonly entry: EntryState }) {
  const words = useTexts(entryTexts)
  const common = useTexts(commonTexts)
  const { receipt, canUndo } = deeds
  return (
    <div role="status" className="entry-receipt-place">
      {receipt === null ? null : (
        <p className={canUndo ? 'entry-receipt s-good' : 'entry-receipt s-over over'}>
          <Mark name="tick" />
          <b>{receipt.words}</b>
          {!canUndo ? null : (
            <Button asks onClick={undo}>
              {words.undo} <small aria-hidden="true">{common.undoKeys}</small>
            </Button>
          )}
        </p>
      )}
    </div>
  )
}
