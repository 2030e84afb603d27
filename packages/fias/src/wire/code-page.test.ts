import { describe, expect, it } from 'vitest'
import { CODE_PAGES, codePage } from './code-page.ts'

describe('a code page', () => {
  it.each([
    ['cp850', '4d816c6c657220e1'],
    ['cp437', '4d816c6c657220e1'],
    ['cp1252', '4dfc6c6c657220df'],
    ['iso-8859-1', '4dfc6c6c657220df'],
    ['utf-8', '4dc3bc6c6c657220c39f'],
  ] as const)('%s has its own bytes for a name', (name, bytes) => {
    const page = codePage(name)
    expect(page.encode('Müller ß').toString('hex')).toBe(bytes)
    expect(page.decode(Buffer.from(bytes, 'hex'))).toBe('Müller ß')
  })

  it.each([
    ['Dvořák', 'Dvorák'],
    ['Łódź', '?ódz'],
    ['山', '?'],
    ['Mu\u0308ller', 'Müller'],
    ['100 €', '100 ?'],
  ])('cp850 has %s as %s', (text, shown) => {
    const page = codePage('cp850')
    expect(page.decode(page.encode(text))).toBe(shown)
  })

  it('never makes a separator of what only looks like one', () => {
    for (const name of CODE_PAGES)
      expect([...codePage(name).encode('\uff5c\u00a6\u01c0')]).not.toContain(0x7c)
  })

  it('takes bytes that it does not know for something, and does not fail', () => {
    const all = Uint8Array.from({ length: 256 }, (_, byte) => byte)
    for (const name of CODE_PAGES) expect(codePage(name).decode(all).length).toBeGreaterThan(127)
  })
})
