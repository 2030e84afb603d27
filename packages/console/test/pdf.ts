import { inflateSync } from 'node:zlib'

/**
 * What stands on each sheet of a PDF as Chromium writes them, without spaces: letters are placed one by one there. Only
 * as much of the format as that needs: objects in plain sight, compressed streams, fonts that say what their glyphs mean.
 */
export function sheetsOf(pdf: Buffer): string[] {
  const objects = new Map(
    Array.from(pdf.toString('latin1').matchAll(/(\d+) 0 obj\s([^]*?)endobj/g), ([, id = '', text = '']) => [
      id,
      text,
    ]),
  )
  const streamOf = (id: string) => unpacked(objects.get(id) ?? '')
  const glyphsOf = (font: string) =>
    glyphMap(streamOf(/\/ToUnicode (\d+)/.exec(objects.get(font) ?? '')?.[1] ?? ''))
  const pages = [...objects.values()].filter((text) => /\/Type \/Page\b/.test(text))
  return pages.map((page) => {
    const fonts = new Map(
      Array.from(page.matchAll(/\/(F\d+) (\d+) 0 R/g), ([, name = '', id = '']) => [name, glyphsOf(id)]),
    )
    return textOf(streamOf(/\/Contents (\d+)/.exec(page)?.[1] ?? ''), fonts)
  })
}

type Glyphs = ReadonlyMap<number, string>

function textOf(drawing: string, fonts: ReadonlyMap<string, Glyphs>): string {
  let glyphs: Glyphs | undefined
  let text = ''
  for (const [, font, written] of drawing.matchAll(/\/(F\d+) [\d.]+ Tf|<([0-9A-F]+)>/g)) {
    if (font !== undefined) glyphs = fonts.get(font)
    for (const code of written?.match(/.{4}/g) ?? []) text += glyphs?.get(Number.parseInt(code, 16)) ?? ''
  }
  return text.replaceAll(/\s/g, '')
}

function unpacked(object: string): string {
  const [, packed = ''] = /stream\r?\n([^]*)endstream/.exec(object) ?? []
  return packed === '' ? '' : inflateSync(Buffer.from(packed, 'latin1')).toString('latin1')
}

/** Which letter a glyph is: one by one, or a run of them. */
function glyphMap(table: string): Glyphs {
  const found = new Map<number, string>()
  for (const [run] of table.matchAll(/beginbf(?:char|range)[^]*?endbf(?:char|range)/g))
    for (const line of run.split('\n')) {
      const codes = Array.from(line.matchAll(/<(\w+)>/g), ([, code = '']) => Number.parseInt(code, 16))
      const [first = 0, letter = 0] = [codes[0], codes.at(-1)]
      const last = codes.length === 3 ? (codes[1] ?? first) : first
      if (codes.length < 2) continue
      for (let at = first; at <= last; at++) found.set(at, String.fromCodePoint(letter + at - first))
    }
  return found
}
