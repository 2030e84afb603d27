import iconv from 'iconv-lite'

/** The code pages that sites use. Which one it is, is a setting of the property system's interface. */
export type CodePageName = 'cp850' | 'cp437' | 'cp1252' | 'iso-8859-1' | 'utf-8'

export const CODE_PAGES: readonly CodePageName[] = ['cp850', 'cp437', 'cp1252', 'iso-8859-1', 'utf-8']

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
    const fit = holds(composed) ? (character: string) => character : (one: string) => nearest(one, holds)
    return Array.from(composed, fit)
  }
  return {
    name,
    bytesPerCharacter: name === 'utf-8' ? 4 : 1,
    charactersOf,
    encode: (text) => encode(charactersOf(text).join('')),
    decode,
  }
}

/** The letter without its mark where the code page has no better: Dvořák is still found as Dvorák in CP850. */
function nearest(character: string, holds: (character: string) => boolean): string {
  if (holds(character)) return character
  const [letter = '?'] = character.normalize('NFD')
  return holds(letter) ? letter : '?'
}
