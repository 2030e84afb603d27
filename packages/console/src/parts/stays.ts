import { type RefObject, useLayoutEffect } from 'react'

/** Around what is focused there is a frame, and a little air. */
const AIR = 8

type Edge = 'top' | 'bottom'

/**
 * What stays at an edge of the stage while the page is scrolled says how much it covers there: whatever gets the focus is
 * scrolled to where nothing lies over it.
 */
export function useStays(bar: RefObject<HTMLElement | null>, edge: Edge): void {
  useLayoutEffect(() => {
    const one = bar.current
    const stage = one?.closest<HTMLElement>('.stage') ?? null
    if (one === null || stage === null) return undefined
    const tell = () => stage.style.setProperty(`--stays-${edge}`, `${coveredBy(one, stage, edge) + AIR}px`)
    const watcher = new ResizeObserver(tell)
    watcher.observe(one)
    return () => {
      watcher.disconnect()
      stage.style.removeProperty(`--stays-${edge}`)
    }
  }, [bar, edge])
}

/** It stays within the padding of the stage. */
function coveredBy(bar: HTMLElement, stage: HTMLElement, edge: Edge): number {
  const padding = getComputedStyle(stage).getPropertyValue(`padding-${edge}`)
  const offset = getComputedStyle(bar).getPropertyValue(edge)
  return bar.offsetHeight + Number.parseFloat(padding) + Number.parseFloat(offset)
}
