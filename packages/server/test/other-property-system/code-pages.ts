/** What 0x80 to 0xFF stand for, in order. */
const UPPER_HALVES = {
  CP850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐' +
    '└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0',
  CP852:
    'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐' +
    '└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00AD˝˛ˇ˘§÷¸°¨˙űŘř■\u00A0',
  'ISO-8859-1': String.fromCharCode(...Array.from({ length: 128 }, (_, at) => 0x80 + at)),
  CP1250: upperHalfOf('windows-1250'),
  CP1251: upperHalfOf('windows-1251'),
  CP1252: upperHalfOf('windows-1252'),
  CP1253: upperHalfOf('windows-1253'),
  CP1254: upperHalfOf('windows-1254'),
}

export type CodePageName = keyof typeof UPPER_HALVES | 'UTF-8'

/** A byte that means nothing is read as this, by all of them. */
const NO_CHARACTER = '\uFFFD'

export interface CodePage {
  read(bytes: Buffer): string
  /** What it has no character for becomes a question mark. */
  write(text: string): Buffer
  /** Whether all the bytes of what was read meant something. */
  isWhole(text: string): boolean
}

const isWhole = (text: string) => !text.includes(NO_CHARACTER)

export function codePage(name: CodePageName): CodePage {
  if (name !== 'UTF-8') return singleBytes(UPPER_HALVES[name])
  return { read: (bytes) => bytes.toString('utf8'), write: (text) => Buffer.from(text), isWhole }
}

function singleBytes(upperHalf: string): CodePage {
  const read = (byte: number) => (byte < 0x80 ? String.fromCharCode(byte) : upperHalf.charAt(byte - 0x80))
  const write = (character: string) => {
    const code = character.codePointAt(0) ?? 0
    const at = upperHalf.indexOf(character)
    return code < 0x80 ? code : at < 0 ? '?'.charCodeAt(0) : 0x80 + at
  }
  return {
    read: (bytes) => Array.from(bytes, read).join(''),
    write: (text) => Buffer.from(Array.from(text, write)),
    isWhole,
  }
}

function upperHalfOf(label: string): string {
  return new TextDecoder(label).decode(Uint8Array.from({ length: 128 }, (_, at) => 0x80 + at))
}
