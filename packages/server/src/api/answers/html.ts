/** HTML that is safe to send: all text in it has been escaped. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Part = Html | string | number | null | readonly Part[]

/** A template of HTML. Text that is put in is escaped. */
export const html = (markup: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(markup.map((piece, at) => piece + shown(parts[at] ?? null)).join(''))

function shown(part: Part): string {
  if (part === null) return ''
  if (part instanceof Html) return part.text
  return typeof part === 'object' ? part.map(shown).join('') : escape(String(part))
}

const ENTITIES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
])

const escape = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => ENTITIES.get(sign) ?? '')
