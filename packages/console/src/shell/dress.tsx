import { MantineProvider } from '@mantine/core'
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { useWatched } from '../live/use.ts'
import { useConsole } from './console.ts'
import type { Theme } from './preferences.ts'
import { theme as mantine } from './theme.ts'

/** What the policy of the page asks of a style that is made while it runs. */
const styleNonce = () => document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''

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

/** Colours and sizes for everything below. */
export function Dress({ children }: { readonly children: ReactNode }) {
  const { theme, density } = useWatched(useConsole().preferences.kept)
  const shown = useTheme(theme)
  useEffect(() => {
    const { dataset } = document.documentElement
    dataset['theme'] = shown
    dataset['density'] = density
  }, [shown, density])
  return (
    <MantineProvider
      theme={mantine}
      forceColorScheme={shown}
      getStyleNonce={styleNonce}
      withStaticClasses={false}
    >
      {children}
    </MantineProvider>
  )
}
