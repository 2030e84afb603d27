import { type RefObject, useEffect, useRef } from 'react'

/**
 * What is told by another than before has `data-changed`, until its flash is over: the style sheet says for how long.
 * Nothing is drawn for it, and no clock is asked.
 */
export function useFlash(element: RefObject<HTMLElement | null>, told: string) {
  const before = useRef(told)
  useEffect(() => {
    if (before.current === told) return
    before.current = told
    element.current?.setAttribute('data-changed', '')
  }, [element, told])
  return { onAnimationEnd: () => element.current?.removeAttribute('data-changed') }
}
