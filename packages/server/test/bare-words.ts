import { randomBytes } from 'node:crypto'

/** SIP as plain text, as far as a phone needs it that calls and hangs up. */

export type Field = readonly [name: string, value: string]

export interface Content {
  readonly type: string
  readonly body: string
}

export const token = () => randomBytes(6).toString('hex')
export const newBranch = () => `z9hG4bK${token()}`

/** The first of this name, without its name; empty where there is none. */
export const fieldIn = (name: string, text: string) =>
  new RegExp(`^${name}: *(.*?)\\s*$`, 'im').exec(text)?.[1] ?? ''

export const methodIn = (request: string) => request.slice(0, request.indexOf(' '))
export const statusIn = (answer: string) => Number(/^SIP\/2\.0 (\d{3})/.exec(answer)?.[1] ?? 0)
export const branchIn = (text: string) => /;branch=([^;\s]+)/.exec(fieldIn('Via', text))?.[1] ?? ''
/** Where requests of the call go from now on. */
export const targetIn = (answer: string) => /<([^>]+)>/.exec(fieldIn('Contact', answer))?.[1]

export const requestOf = (
  method: string,
  uri: string,
  fields: readonly Field[],
  { type, body }: Content = NOTHING,
) =>
  [
    `${method} ${uri} SIP/2.0`,
    ...fields.map(([name, value]) => `${name}: ${value}`),
    ...(type === '' ? [] : [`Content-Type: ${type}`]),
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n')

export const answerOf = (request: string, status: number) =>
  [
    `SIP/2.0 ${status} Said`,
    ...['Via', 'From', 'Call-ID', 'CSeq'].map((name) => `${name}: ${fieldIn(name, request)}`),
    `To: ${tagged(fieldIn('To', request))}`,
    'Content-Length: 0',
    '',
    '',
  ].join('\r\n')

const tagged = (whom: string) => (whom.includes(';tag=') ? whom : `${whom};tag=phone`)

const NOTHING: Content = { type: '', body: '' }
