import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Refusals } from '../answers/problem-reply.ts'

/** The one kind of file that a route takes. */
export interface FileKind {
  readonly type: string
  /** In bytes. */
  readonly largest: number
  readonly description: string
  /** What somebody can do whose file is of another type, or larger. */
  readonly advice: string
}

export const fileSchema = ({ description }: FileKind) => Type.String({ format: 'binary', description })

export const isFile = (schema: { format?: string } = {}): boolean => schema.format === 'binary'

/** Files as they are, and nothing else. */
export function readFiles(part: FastifyInstance, { type }: FileKind) {
  part.removeAllContentTypeParsers()
  part.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}

const MEBIBYTE = 1024 * 1024

export const refusalsFor = ({ type, largest, advice }: FileKind): Refusals => ({
  'body.unsupported': `Send the file as ${type}. ${advice}`,
  'body.too-large': `The file is larger than ${largest / MEBIBYTE} MiB. ${advice}`,
})
