import type { Entry } from '@reveille/contract'
import type { FastifyInstance } from 'fastify'
import type { Refusals } from '../answers/problem-reply.ts'

/** How large a file may be that a route takes, and what is said of others. */
export interface FileLimits {
  /** In bytes. */
  readonly largest: number
  /** What somebody can do whose file is of another type, or larger. */
  readonly advice: string
}

export const isFile = (schema: { format?: string } = {}): boolean => schema.format === 'binary'

/** Files as they are, and nothing else. */
export function readFiles(part: FastifyInstance, { bodyType = '' }: Entry) {
  part.removeAllContentTypeParsers()
  part.addContentTypeParser(bodyType, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}

const MEBIBYTE = 1024 * 1024

export const refusalsFor = ({ bodyType }: Entry, { largest, advice }: FileLimits): Refusals => ({
  'body.unsupported': `Send the file as ${bodyType}. ${advice}`,
  'body.too-large': `The file is larger than ${largest / MEBIBYTE} MiB. ${advice}`,
})
