import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify'
import { errorOf, Failure } from '../../kernel/failure.ts'
import { decodeUtf8, MOST_FIELDS, parseForm, refuseControlCharacters, refuseTooMany } from './form.ts'

export const FORM = 'application/x-www-form-urlencoded'
export const JSON_TYPE = 'application/json'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Fields that count as absent when a form leaves them empty. */
    optional?: readonly string[]
    /** Fields that are taken away when a form leaves them empty: a form has no null. */
    removable?: readonly string[]
  }
}

/** Forms as the interface says, the same fields as JSON, and nothing else; files have routes of their own. */
export function readBodies(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(FORM, { parseAs: 'buffer' }, (request, body: Buffer, done) =>
    settle(done, () => meantIn(parseForm(formText(body)), request.routeOptions.config)),
  )
  app.addContentTypeParser(JSON_TYPE, { parseAs: 'buffer' }, (_request, body: Buffer, done) =>
    settle(done, () => parseJson(decodeUtf8(body))),
  )
  app.addHook('preParsing', (request, _reply, payload, done) =>
    settle(done, () => unpacked(request, payload)),
  )
}

/** Older clients end the body with a line break. */
const formText = (body: Buffer) => decodeUtf8(body).replace(/\r?\n$/, '')

/** An optional field that a form leaves empty, as a page with empty boxes does, is absent. */
export const withoutEmpty = (fields: object, optional: readonly string[]) =>
  Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => value !== '' || !optional.includes(name)),
  )

const meantIn = (fields: object, { optional = [], removable = [] }: FastifyContextConfig) =>
  Object.fromEntries(
    Object.entries(withoutEmpty(fields, optional)).map(([name, value]) => [
      name,
      value === '' && removable.includes(name) ? null : value,
    ]),
  )

const isEmpty = ({ headers }: FastifyRequest) =>
  (headers['content-length'] ?? '0') === '0' && headers['transfer-encoding'] === undefined

/** RFC 9110 8.4: a body that is packed in any way is not read. */
function unpacked<T>(request: FastifyRequest, payload: T): T {
  const packed = request.headers['content-encoding'] ?? 'identity'
  if (TAKES_NO_BODY.has(request.method) || isEmpty(request) || /^identity$/i.test(packed)) return payload
  throw new Failure('body.unsupported', 'Send the body as it is, without Content-Encoding', {
    acceptEncoding: 'identity',
  })
}

const TAKES_NO_BODY = new Set(['GET', 'HEAD'])

function settle<T>(done: (error: Error | null, value?: T) => void, read: () => T) {
  try {
    done(null, read())
  } catch (error) {
    done(errorOf(error))
  }
}

/** With those within fields: a table of articles may be long. */
const MOST_NAMES = 10_000

function parseJson(text: string): object {
  if (text.trim() === '') return {}
  const value = read(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Failure('parameter.invalid', 'The body must be a JSON object with the fields of the form')
  refuseTooMany(Object.keys(value).length, MOST_FIELDS)
  const names = countNames(text)
  refuseTooMany(names, MOST_NAMES)
  refuseControlCharacters(value)
  if (names !== countKeys(value))
    throw new Failure('parameter.invalid', 'The body gives a field more than once')
  return value
}

/** In valid JSON a string before a colon is a name; of two equal names the parser keeps only the last. */
const countNames = (text: string) => text.match(STRING)?.filter((found) => found.endsWith(':')).length ?? 0
const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?/g

function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const own = Array.isArray(value) ? 0 : Object.keys(value).length
  return Object.values(value).reduce<number>((sum, inner) => sum + countKeys(inner), own)
}

function read(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Failure('parameter.invalid', 'The body is not valid JSON')
  }
}
