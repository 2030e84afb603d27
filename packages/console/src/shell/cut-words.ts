import { useEffect } from 'react'

const HOW_FAR = 3

/** What has no room for all of its words shows them to whoever points at it: the one that is cut, or what it lies in. */
function tellCut({ target }: Event): void {
  let at = target instanceof HTMLElement ? target : null
  for (let step = 0; at !== null && step < HOW_FAR; step++, at = at.parentElement)
    if (at.scrollWidth > at.clientWidth && getComputedStyle(at).textOverflow === 'ellipsis') {
      if (at.title === '' && at.closest('[title]') === null) at.title = at.textContent
      return
    }
}

export function useCutWords(): void {
  useEffect(() => {
    document.addEventListener('pointerover', tellCut)
    return () => document.removeEventListener('pointerover', tellCut)
  }, [])
}
