import { pipeline, type Readable } from 'node:stream'
import { promisify } from 'node:util'
import { createGzip, gzip } from 'node:zlib'
import type { FastifyRequest } from 'fastify'

/** What is shorter travels in one packet anyway. */
const LEAST = 1_024
/** The least work: a list becomes a tenth of itself already. */
const LEVEL = { level: 1 }

const gzipped = promisify(gzip)

/** RFC 9110 12.5.3: named, and not with a weight of nothing. */
export const acceptsEncoding = ({ headers }: FastifyRequest, encoding: 'br' | 'gzip') =>
  (headers['accept-encoding'] ?? '')
    .split(',')
    .map((one) => one.trim().toLowerCase())
    .some((one) => one === encoding || (one.startsWith(`${encoding};`) && !/;\s*q=0(\.0*)?$/.test(one)))

/**
 * Only what goes to our own page. Who can make a browser ask with somebody's basic credentials, with words of their own in the
 * address, would learn from the length of a compressed answer what else is in it (BREACH); a cookie is not heard from there.
 */
export const isCompressed = (request: FastifyRequest) =>
  request.visit !== null && acceptsEncoding(request, 'gzip')

/** The text compressed, or null where that is not worth it. */
export const compressedText = async (text: string): Promise<Buffer | null> =>
  text.length < LEAST ? null : gzipped(text, LEVEL)

/** Whoever goes away ends the source as well. */
export const compressedStream = (source: Readable): Readable => pipeline(source, createGzip(LEVEL), () => {})
