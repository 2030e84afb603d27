import { useInsertionEffect, useSyncExternalStore } from 'react'
import { useWatched } from '../live/use.ts'
import { useConsole } from './console.ts'
import type { Theme } from './preferences.ts'

const DARK = '(prefers-color-scheme: dark)'
const watchDevice = (on: () => void) => {
  const query = matchMedia(DARK)
  query.addEventListener('change', on)
  return () => query.removeEventListener('change', on)
}

/** What is meant where somebody likes it as the device has it. */
export function useTheme(theme: Theme): 'light' | 'dark' {
  const isDark = useSyncExternalStore(watchDevice, () => matchMedia(DARK).matches)
  return theme === 'auto' ? (isDark ? 'dark' : 'light') : theme
}

/** Colours and sizes for the whole page, before anything of it is measured: changed after that, all is reckoned anew. */
export function useDress(): void {
  const { theme, density } = useWatched(useConsole().preferences.kept)
  const shown = useTheme(theme)
  useInsertionEffect(() => {
    const { dataset } = document.documentElement
    dataset['theme'] = shown
    dataset['density'] = density
  }, [shown, density])
}
