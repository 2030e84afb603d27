import type { FastifyInstance } from 'fastify'
import { errorOf, Failure } from '../../kernel/failure.ts'
import { decodeUtf8, parseForm, refuseControlCharacters } from './form.ts'

export const FORM = 'application/x-www-form-urlencoded'
export const JSON_TYPE = 'application/json'

/** Forms as the interface says, the same fields as JSON, and nothing else; files have routes of their own. */
export function readBodies(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(FORM, { parseAs: 'buffer' }, (_request, body: Buffer, done) =>
    settle(done, () => parseForm(decodeUtf8(body))),
  )
  app.addContentTypeParser(JSON_TYPE, { parseAs: 'buffer' }, (_request, body: Buffer, done) =>
    settle(done, () => parseJson(decodeUtf8(body))),
  )
}

function settle(done: (error: Error | null, body?: unknown) => void, parse: () => unknown) {
  try {
    done(null, parse())
  } catch (error) {
    done(errorOf(error))
  }
}

function parseJson(text: string): object {
  if (text.trim() === '') return {}
  const value = read(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Failure('parameter.invalid', 'The body must be a JSON object with the fields of the form')
  refuseControlCharacters(value)
  if (countNames(text) !== countKeys(value))
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
