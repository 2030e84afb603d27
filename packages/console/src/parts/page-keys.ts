import { createContext, useContext, useEffect, useRef } from 'react'
import { Watched } from '../kernel/listeners.ts'
import type { IconName } from '../look/icons.ts'

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
}

/** The keys of whatever page is open; the shell listens, so that one rule decides when a letter is a key. */
export class PageKeyBook {
  readonly all = new Watched<readonly PageKey[]>([])

  add(keys: readonly PageKey[]): () => void {
    this.all.set([...this.all.get(), ...keys])
    return () => this.all.set(this.all.get().filter((one) => !keys.includes(one)))
  }
}

export const PageKeyContext = createContext<PageKeyBook | null>(null)

/** As long as the part is shown. */
export function usePageKeys(keys: readonly PageKey[]): void {
  const book = useContext(PageKeyContext)
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  const named = keys.map(({ key, what }) => `${key} ${what}`).join('\n')
  useEffect(() => {
    const listed = latest.current.map(({ act, ...key }, at) => ({
      ...key,
      act: act === null ? null : () => latest.current[at]?.act?.(),
    }))
    return book?.add(listed)
  }, [book, named])
}
