import { useSyncExternalStore } from 'react'

const PHONE = matchMediaOf('(max-width: 719px)')

function matchMediaOf(query: string) {
  const media = globalThis.matchMedia?.(query)
  return {
    watch: (on: () => void) => {
      media?.addEventListener('change', on)
      return () => media?.removeEventListener('change', on)
    },
    get: () => media?.matches ?? false,
  }
}

/** As it is now. */
export const isOnPhone = (): boolean => PHONE.get()

/** One hand, one thumb: a layout of its own. */
export const useIsPhone = (): boolean => useSyncExternalStore(PHONE.watch, PHONE.get)

const [SMALL, NARROW] = [matchMediaOf('(max-width: 899px)'), matchMediaOf('(max-width: 1099px)')]

/** How wide the page is, from a phone to a desk. */
export function useBreadth(): 'phone' | 'small' | 'narrow' | 'wide' {
  const isPhone = useIsPhone()
  const isSmall = useSyncExternalStore(SMALL.watch, SMALL.get)
  const isNarrow = useSyncExternalStore(NARROW.watch, NARROW.get)
  return isPhone ? 'phone' : isSmall ? 'small' : isNarrow ? 'narrow' : 'wide'
}

const LARGE = matchMediaOf('(min-width: 1281px)')

/** There is room for words beside numbers. */
export const useIsLarge = (): boolean => useSyncExternalStore(LARGE.watch, LARGE.get)

/** How high rows are: as it was chosen for the whole page. */
export const useDensity = (): string => useSyncExternalStore(watchDensity, densityNow)

const densityNow = () => document.documentElement.dataset['density'] ?? ''

function watchDensity(on: () => void): () => void {
  const watcher = new MutationObserver(on)
  watcher.observe(document.documentElement, { attributeFilter: ['data-density'] })
  return () => watcher.disconnect()
}
