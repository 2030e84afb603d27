import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { Watched } from '../kernel/listeners.ts'
import { commonTexts } from '../texts/common.ts'
import { useTexts } from '../texts/speech.ts'
import { Key } from './button.tsx'
import { usePageKeys } from './page-keys.ts'

/**
 * The field that filters a list. Of a long list only what is near is on the page: where the browser's own search would
 * miss the rest, the field has its key.
 */
export class ListFilter {
  readonly hasKey = new Watched(false)
  #place: HTMLElement | null = null

  readonly lies = (place: HTMLElement | null): void => void (this.#place = place)
  readonly focus = (): void => this.#place?.querySelector('input')?.focus()
  readonly isFocused = (): boolean => this.#place?.contains(document.activeElement) ?? false
}

export const useListFilter = (): ListFilter => useState(() => new ListFilter())[0]

interface FilterPlaceProps {
  readonly filter: ListFilter
  readonly className?: string
  readonly children: ReactNode
}

/** Around the field: says that it has the key, as long as it has. */
export function FilterPlace({ filter, className = '', children }: FilterPlaceProps) {
  const said = useTexts(commonTexts)
  const { lies, hasKey } = filter
  const isTaken = useSyncExternalStore(hasKey.watch, hasKey.get)
  return (
    <div className={`finds ${className}`} ref={lies}>
      {children}
      {isTaken ? <Key title={said.findWhat}>{said.findKey}</Key> : null}
    </div>
  )
}

/** Beside a list that is not whole on the page. Pressed once more, in the field, it is the browser's own. */
export function FilterKey({ filter }: { readonly filter: ListFilter }) {
  const isThere = useSyncExternalStore(watchFocus, filter.isFocused)
  useEffect(() => {
    filter.hasKey.set(true)
    return () => filter.hasKey.set(false)
  }, [filter])
  // Another one each time: a key is listed once, with what it does then.
  return <OneKey key={String(isThere)} act={isThere ? null : filter.focus} />
}

function OneKey({ act }: { readonly act: (() => void) | null }) {
  const said = useTexts(commonTexts)
  usePageKeys([{ key: 'Ctrl+f', what: said.findWhat, act }])
  return null
}

function watchFocus(on: () => void): () => void {
  const events = ['focusin', 'focusout'] as const
  // What loses the focus has it still while that is told.
  const act = () => queueMicrotask(on)
  for (const event of events) document.addEventListener(event, act)
  return () => {
    for (const event of events) document.removeEventListener(event, act)
  }
}
