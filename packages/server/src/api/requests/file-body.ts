import type { Entry } from '@reveille/contract'
import type { FastifyInstance } from 'fastify'
import type { Refusals } from '../answers/problem-reply.ts'

/** The largest file that a route takes, and its advice for files that it refuses. */
export interface FileLimits {
  /** In bytes. */
  readonly largest: number
  /** What the client can do about a file of another type, or a larger one. */
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
