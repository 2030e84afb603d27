import { createTheme } from '@mantine/core'

/** Mantine draws what opens and closes; colours and sizes come from tokens.css. */
export const theme = createTheme({
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--mono)',
  defaultRadius: 6,
  respectReducedMotion: true,
  cursorType: 'pointer',
})
