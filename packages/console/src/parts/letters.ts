import { createContext, useContext, useEffect, useRef, useSyncExternalStore } from 'react'
import { Listeners } from '../kernel/listeners.ts'

/** A key of a page: what it does, and in words for the list of keys. */
export interface Letter {
  readonly key: string
  readonly word: string
  readonly act: () => void
}

/** The keys of whatever is on the screen; what came last counts first. They never fire where somebody types. */
export class Letters {
  readonly #listeners = new Listeners()
  #sets: readonly (readonly Letter[])[] = []
  #all: readonly Letter[] = []

  readonly add = (letters: readonly Letter[]): (() => void) => {
    this.#change([...this.#sets, letters])
    return () => this.#change(this.#sets.filter((one) => one !== letters))
  }

  readonly all = (): readonly Letter[] => this.#all
  readonly watch = (on: () => void): (() => void) => this.#listeners.add(on)

  #change(sets: readonly (readonly Letter[])[]): void {
    this.#sets = sets
    this.#all = [...new Map(sets.flat().map((letter) => [letter.key, letter])).values()]
    this.#listeners.tell()
  }
}

export const LettersContext = createContext<Letters | null>(null)

function useRegistry(): Letters {
  const letters = useContext(LettersContext)
  if (letters === null) throw new Error('Nobody listens for keys above this part')
  return letters
}

export function useAllLetters(): readonly Letter[] {
  const letters = useRegistry()
  return useSyncExternalStore(letters.watch, letters.all)
}

/** As long as this is on the screen, its keys are heard. */
export function useLetters(letters: readonly Letter[]): void {
  const registry = useRegistry()
  const latest = useRef(letters)
  useEffect(() => {
    latest.current = letters
  })
  const words = letters.map(({ key, word }) => `${key} ${word}`).join('\n')
  useEffect(
    () =>
      registry.add(
        latest.current.map(({ key, word }, at) => ({ key, word, act: () => latest.current[at]?.act() })),
      ),
    [registry, words],
  )
}
