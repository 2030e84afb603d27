import { useEffect, useRef } from 'react'
import { useClock } from '../parts/now.ts'
import { isTyping } from '../parts/typing.ts'

/** What a key press may lead to. */
export interface Keys {
  readonly letters: Readonly<Record<string, () => void>>
  /** After `g`. */
  readonly goes: Readonly<Record<string, () => void>>
  readonly onSearch: () => void
  /** Keys of one letter may be switched off; Ctrl+K, Esc and arrows never. */
  readonly hasLetters: boolean
}

const GO_MS = 1_500
/** What is open over the page has keys of its own. */
const OVER = ', [role=dialog], [role=menu]'

/** An arrow with Shift is another key; a letter is written as it is typed. */
const named = ({ key, shiftKey }: KeyboardEvent) =>
  shiftKey && key.startsWith('Arrow') ? `Shift+${key}` : key

/** A key that nobody types: a page may have it for its own wherever the cursor stands. */
const chord = ({ key, ctrlKey, metaKey }: KeyboardEvent) =>
  ctrlKey || metaKey ? `Ctrl+${key.toLowerCase()}` : ''

/** Listens on the whole page. Single letters never fire where somebody types. */
export function useKeyPresses(keys: Keys): void {
  const clock = useClock()
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  }, [keys])
  useEffect(() => {
    let wentAt = Number.NEGATIVE_INFINITY
    const press = (event: KeyboardEvent) => {
      const { letters, goes, onSearch, hasLetters } = latest.current
      const onChord = chord(event) === 'Ctrl+k' ? onSearch : letters[chord(event)]
      const isOn = hasLetters || event.key.length > 1
      const isPlain =
        isOn && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target, OVER)
      const isGoing = clock.now() - wentAt < GO_MS
      const act = onChord ?? (isPlain ? (isGoing ? goes : letters)[named(event)] : undefined)
      wentAt = isPlain && event.key === 'g' ? clock.now() : Number.NEGATIVE_INFINITY
      if (act === undefined) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [clock])
}
