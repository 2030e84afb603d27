import { type RefObject, useLayoutEffect, useRef } from 'react'

type TextField = HTMLInputElement | HTMLTextAreaElement

/** What is ticked, chosen or looked for is done again in no time. */
const NOT_WRITTEN = ['checkbox', 'radio', 'search', 'button', 'submit']

const isWrittenIn = (target: EventTarget | null): target is TextField =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !NOT_WRITTEN.includes(target.type))

/**
 * Whether somebody has written something here that is still there: asked before it would be lost. What a field held
 * when it was first met is as good as nothing, and so is what stood in a part that is gone: it was sent or given up.
 */
export function useWritten(place: RefObject<HTMLElement | null>): () => boolean {
  const first = useRef(new Map<TextField, string>())
  const written = useRef(new Set<TextField>())
  useLayoutEffect(() => {
    const { current } = place
    if (current === null) return
    const meet = (field: EventTarget | null) => {
      if (isWrittenIn(field) && !first.current.has(field)) first.current.set(field, field.value)
    }
    const met = ({ target }: Event) => meet(target)
    const wrote = ({ target }: Event) => {
      if (isWrittenIn(target)) written.current.add(target)
    }
    current.querySelectorAll('input, textarea').forEach(meet)
    // React hears of what lies in another dialog above this one as well; the page does not.
    current.addEventListener('focusin', met)
    current.addEventListener('input', wrote)
    return () => {
      current.removeEventListener('focusin', met)
      current.removeEventListener('input', wrote)
    }
  }, [place])
  return () =>
    [...written.current].some(
      (field) => field.isConnected && field.value !== (first.current.get(field) ?? ''),
    )
}
