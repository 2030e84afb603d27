import type { WebhookEvent } from './event.ts'

const PROLOGUE = '<?xml version="1.0" encoding="ISO-8859-1"?>'

/** XML, declared as Latin-1: all but ASCII is written as character references. */
export function xmlBody(event: WebhookEvent): string {
  const { room: number, date, time, sequence } = event
  const user = `<user ${attributes({ id: event.user })}><fname/><lname/></user>`
  if (event.about === 'room_status') {
    const { status, attempt } = event
    const told = { number, date, time, status: status.id, description: status.description, sequence, attempt }
    return `${PROLOGUE}<room_status><room ${attributes(told)}>${user}</room></room_status>`
  }
  const { item, price, quantity } = event
  const { id, description, category } = item
  const sold = attributes({ id, category: category.description, description, price, quantity })
  const room = `<room ${attributes({ number, date, time, sequence })}><item ${sold}/>${user}</room>`
  return `${PROLOGUE}<inventory>${room}</inventory>`
}

/** Receivers of this kind expect a closing tag that nothing opened. */
export const jazzBody = (event: WebhookEvent): string => `${xmlBody(event)}</xml>`

const attributes = (values: Readonly<Record<string, string | number>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}="${escaped(String(value))}"`)
    .join(' ')

// Many readers take Latin-1 for Windows-1252, signature checkers for UTF-8: ASCII is the same in all.
const TO_ESCAPE = /[^ !#-%'-;=?-~]/gu

const escaped = (text: string): string => text.replaceAll(TO_ESCAPE, reference)

const NAMED: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
])

const reference = (character: string): string =>
  NAMED.get(character) ?? `&#${allowed(character.codePointAt(0) ?? 0)};`

const REPLACEMENT = 0xfffd

/** XML 1.0, 2.2: these are no characters, not even as references. */
const allowed = (code: number): number =>
  (code < 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d) ||
  (code >= 0xd800 && code <= 0xdfff) ||
  code === 0xfffe ||
  code === 0xffff
    ? REPLACEMENT
    : code
