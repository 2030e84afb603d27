import { createContext, useContext, useEffect, useRef } from 'react'
import { Watched } from '../kernel/listeners.ts'
import type { IconName } from '../look/icons.ts'
import { useAskByKey } from './ask-by-key.ts'

/** What a page has for its own, by a key of one letter or by its words. */
export interface PageKey {
  /** Null: it has none, and is found by its words alone. */
  readonly key: string | null
  /** What it does, for the list of keys. */
  readonly what: string
  /** Null: the page listens to it by itself, and it only stands in the list. */
  readonly act: (() => void) | null
  /** Whoever searches finds it as well, under this sign. */
  readonly deed?: IconName
  /** What it does is asked of the server: it does nothing, and says why, while nobody would answer. */
  readonly asks?: boolean
}

/** Takes keys, until they are taken back. */
interface KeyTaker {
  add(keys: readonly PageKey[]): () => void
}

/**
 * The keys of whatever page is open; the shell listens, so that one rule decides when a letter is a key. Of two that want
 * a key the last one has it: what is open beside the page, whichever of them came first.
 */
export class PageKeyBook {
  readonly all = new Watched<readonly PageKey[]>([])
  readonly page: KeyTaker = { add: (keys) => this.#add(keys, false) }
  readonly beside: KeyTaker = { add: (keys) => this.#add(keys, true) }
  readonly #besides = new Set<PageKey>()

  #add(keys: readonly PageKey[], isBeside: boolean): () => void {
    if (isBeside) for (const key of keys) this.#besides.add(key)
    this.#set([...this.all.get(), ...keys])
    return () => {
      for (const key of keys) this.#besides.delete(key)
      this.#set(this.all.get().filter((one) => !keys.includes(one)))
    }
  }

  #set(keys: readonly PageKey[]): void {
    const rank = (key: PageKey) => Number(this.#besides.has(key))
    this.all.set(keys.toSorted((one, other) => rank(one) - rank(other)))
  }
}

export const PageKeyContext = createContext<KeyTaker | null>(null)

const doIt = (act: () => void) => act()

/** As long as the part is shown. */
export function usePageKeys(keys: readonly PageKey[]): void {
  const book = useContext(PageKeyContext)
  const askByKey = useAskByKey()
  const press = (at: number) => {
    const { act = null, asks = false } = keys[at] ?? {}
    if (act !== null) (asks ? askByKey : doIt)(act)
  }
  const latest = useRef({ keys, press })
  useEffect(() => {
    latest.current = { keys, press }
  })
  const named = keys.map(({ key, what }) => `${key} ${what}`).join('\n')
  useEffect(() => {
    const listed = latest.current.keys.map(({ act, ...key }, at) => ({
      ...key,
      act: act === null ? null : () => latest.current.press(at),
    }))
    return book?.add(listed)
  }, [book, named])
}
