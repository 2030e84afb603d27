import type { WebhookEvent } from './event.ts'
import { formBody } from './form.ts'
import { jsonBody, legacyJsonBody } from './json.ts'
import { jazzBody, xmlBody } from './xml.ts'

export { eventOf } from './event.ts'

interface Format {
  readonly type: string
  readonly encoding: 'utf8' | 'latin1'
  write(event: WebhookEvent): string
}

const XML = { type: 'text/xml; charset=ISO-8859-1', encoding: 'latin1' } as const

const FORMATS = {
  json: { type: 'application/json', encoding: 'utf8', write: jsonBody },
  'legacy-json': { type: 'application/json', encoding: 'utf8', write: legacyJsonBody },
  xml: { ...XML, write: xmlBody },
  jazz: { ...XML, write: jazzBody },
  form: { type: 'application/x-www-form-urlencoded', encoding: 'utf8', write: formBody },
} as const satisfies Record<string, Format>

export type WebhookFormat = keyof typeof FORMATS

/** The bytes that are posted, and signed. */
export function bodyOf(format: WebhookFormat, event: WebhookEvent): { type: string; bytes: Buffer } {
  const { type, encoding, write } = FORMATS[format]
  return { type, bytes: Buffer.from(write(event), encoding) }
}
