import { describe, expect, it } from 'vitest'
import { CODE_PAGES, codePage } from './code-page.ts'

describe('a code page', () => {
  it.each([
    ['cp850', '4d816c6c657220e1'],
    ['cp437', '4d816c6c657220e1'],
    ['cp1252', '4dfc6c6c657220df'],
    ['iso-8859-1', '4dfc6c6c657220df'],
    ['cp852', '4d816c6c657220e1'],
    ['cp1250', '4dfc6c6c657220df'],
    ['cp1254', '4dfc6c6c657220df'],
    ['utf-8', '4dc3bc6c6c657220c39f'],
  ] as const)('%s has its own bytes for a name', (name, bytes) => {
    const page = codePage(name)
    expect(page.encode('Müller ß').toString('hex')).toBe(bytes)
    expect(page.decode(Buffer.from(bytes, 'hex'))).toBe('Müller ß')
  })

  it.each([
    ['Dvořák', 'Dvorák'],
    ['Łódź', 'Lódz'],
    ['Đoković', 'Dokovic'],
    ['Işık', 'Isık'],
    ['Œuvre', 'OEuvre'],
    ['O’Brien – “Ned”', 'O\'Brien - "Ned"'],
    ['…', '...'],
    ['Ǿ', 'Ø'],
    ['山', '?'],
    ['Mu\u0308ller', 'Müller'],
    ['100 €', '100 ?'],
  ])('cp850 has %s as %s', (text, shown) => {
    const page = codePage('cp850')
    expect(page.decode(page.encode(text))).toBe(shown)
  })

  it.each([
    ['cp852', 'Łódź, Dvořák, Győr', '9da264ab2c2044766ffda06b2c2047798b72'],
    ['cp1250', 'Łódź, Dvořák, Győr', 'a3f3649f2c2044766ff8e16b2c204779f572'],
    ['cp1251', 'Чехов', 'd7e5f5eee2'],
    ['cp1253', 'Ελύτης', 'c5ebfdf4e7f2'],
    ['cp1254', 'Işık', '49fefd6b'],
  ] as const)('%s has %s', (name, text, bytes) => {
    const page = codePage(name)
    expect(page.encode(text).toString('hex')).toBe(bytes)
    expect(page.decode(Buffer.from(bytes, 'hex'))).toBe(text)
  })

  it.each([
    ['cp437', 'Ørsted Þór straße', 'Orsted Thór straße'],
    ['cp1251', 'Straße', 'Strasse'],
    ['cp1253', 'Ærø', 'AEro'],
    ['cp1252', 'Łukasz Ħ ı', 'Lukasz H i'],
  ] as const)('%s has %s as %s', (name, text, shown) => {
    const page = codePage(name)
    expect(page.decode(page.encode(text))).toBe(shown)
  })

  it('counts what is written for a letter, and never more than fits', () => {
    expect(codePage('cp1251').charactersOf('Straße')).toHaveLength(7)
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
