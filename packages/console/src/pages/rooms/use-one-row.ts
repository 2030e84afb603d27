import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * What stands in one row has words only where all of it fits: a second row, whenever one more comes to it, would move the
 * whole board below whoever aims at a room. `names`: what stands in it, since to look costs time.
 */
export function useOneRow(names: string): RefObject<HTMLDivElement | null> {
  const row = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const one = row.current
    const stage = one?.closest('.stage') ?? null
    if (one === null || stage === null) return undefined
    const watcher = new ResizeObserver(() => fit(one))
    watcher.observe(stage)
    fit(one)
    return () => watcher.disconnect()
  }, [names])
  return row
}

/** How much it gives way: its gaps first, then its words, and at last what the view can be asked for as well. */
const WAYS = ['near', 'tight', 'least']

/** As long as it is looked at it is one row: were it higher for that moment, the board would be scrolled by as much. */
function fit(row: HTMLElement): void {
  row.classList.remove(...WAYS)
  for (const way of WAYS) if (row.scrollWidth > row.clientWidth) row.classList.add(way)
}
