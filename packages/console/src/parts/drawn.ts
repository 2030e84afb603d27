import { type RefObject, useEffect, useRef } from 'react'

/** Notes on an element how often it was drawn: one event is to draw one row, and a test counts. */
export function useDrawn<E extends HTMLElement>(): RefObject<E | null> {
  const element = useRef<E>(null)
  useEffect(() => {
    const { current } = element
    if (current !== null) current.dataset['drawn'] = String(Number(current.dataset['drawn'] ?? 0) + 1)
  })
  return element
}
