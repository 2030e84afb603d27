import iconv from 'iconv-lite'

/** The code pages that sites use. Which one it is, is a setting of the property system's interface. */
export const CODE_PAGES = [
  'cp850',
  'cp437',
  'cp852',
  'cp1250',
  'cp1251',
  'cp1252',
  'cp1253',
  'cp1254',
  'iso-8859-1',
  'utf-8',
] as const

export type CodePageName = (typeof CODE_PAGES)[number]

export interface CodePage {
  readonly name: CodePageName
  /** Of one character, at most. */
  readonly bytesPerCharacter: number
  /** The text as this code page can have it: its characters one by one, each of them encodable. */
  charactersOf(text: string): readonly string[]
  encode(text: string): Buffer
  decode(bytes: Uint8Array): string
}

export function codePage(name: CodePageName): CodePage {
  const encode = (text: string) => iconv.encode(text, name)
  const decode = (bytes: Uint8Array) => iconv.decode(bytes, name)
  const holds = (text: string) => decode(encode(text)) === text
  const charactersOf = (text: string) => {
    const composed = text.normalize('NFC')
    // Nearly every text fits as it is, and is not looked at letter by letter.
    if (holds(composed)) return Array.from(composed)
    return Array.from(composed).flatMap((one) => Array.from(nearest(one, holds)))
  }
  return {
    name,
    bytesPerCharacter: name === 'utf-8' ? 4 : 1,
    charactersOf,
    encode: (text) => encode(charactersOf(text).join('')),
    decode,
  }
}

/**
 * The letter without its mark where the code page has no better, or what is written for it where it cannot be taken
 * apart: Dvořák is still found as Dvorák in CP850, and Łódź as Lódz.
 */
function nearest(character: string, holds: (character: string) => boolean): string {
  if (holds(character)) return character
  const [letter = '?'] = character.normalize('NFD')
  if (holds(letter)) return letter
  const written = WRITTEN.get(letter) ?? ''
  return written !== '' && holds(written) ? written : '?'
}

/** Letters that Unicode does not make of a letter and a mark, and signs that a text processor puts in by itself. */
const WRITTEN: ReadonlyMap<string, string> = new Map([
  ...pairs('ŁLłlØOøoĐDđdÐDðdĦHħhŦTŧtƁBƊDɓbɗdıiȷjĸkŊNŋnƏEəeɛeƐEƒfƘKƙkȺAȻCɆEɌRɎYƎE', 1),
  ...pairs('ÆAEæaeŒOEœoeÞThþthẞSSßssĲIJĳijǄDZǆdzǇLJǉljǊNJǌnj', 2),
  ...pairs("‘'’'‚'‛'“\"”\"„\"‟\"‐-‑-‒-–-—-―-′'\u00a0 \u2009 \u202f ", 1),
  ['…', '...'],
])

/** Each character with the so many after it. */
function pairs(text: string, letters: number): [string, string][] {
  const all = Array.from(text)
  const starts = all.map((_, at) => at).filter((at) => at % (letters + 1) === 0)
  return starts.map((at) => [all[at] ?? '', all.slice(at + 1, at + 1 + letters).join('')])
}
