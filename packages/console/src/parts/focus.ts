import type { KeyboardEvent } from 'react'

const TABBED =
  'button:not(:disabled), a[href], input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex="0"]'

export const tabbedIn = (place: HTMLElement | null): readonly HTMLElement[] =>
  [...(place?.querySelectorAll<HTMLElement>(TABBED) ?? [])].filter((one) => one.checkVisibility())

/** After the last comes the first: the keyboard does not leave what lies above the page. */
export function stayIn(place: HTMLElement | null, event: KeyboardEvent): void {
  const all = tabbedIn(place)
  const [from, to] = event.shiftKey ? [all[0], all.at(-1)] : [all.at(-1), all[0]]
  const { activeElement } = document
  const isInside = activeElement instanceof HTMLElement && all.includes(activeElement)
  if (isInside && activeElement !== from) return
  event.preventDefault()
  to?.focus()
}
