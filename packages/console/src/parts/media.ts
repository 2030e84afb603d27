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
