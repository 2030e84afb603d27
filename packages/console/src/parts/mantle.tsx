import { createTheme, MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'

/** Mantine draws dialogs; colours and sizes come from tokens.css. */
const theme = createTheme({
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--mono)',
  defaultRadius: 6,
  respectReducedMotion: true,
  cursorType: 'pointer',
})

/** What the policy of the page asks of a style that is made while it runs. */
const styleNonce = () => document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''

/** Around each part of Mantine, not around the page: nothing of it is drawn before somebody opens one. */
export const Mantle = ({ children }: { readonly children: ReactNode }) => (
  <MantineProvider
    theme={theme}
    forceColorScheme={document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light'}
    getStyleNonce={styleNonce}
    withStaticClasses={false}
  >
    {children}
  </MantineProvider>
)
