import { ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { Failure } from '../../kernel/failure.ts'
import type { Ids } from '../../kernel/ids.ts'
import type { Log } from '../../kernel/log.ts'
import { problemOf } from '../answers/problem-reply.ts'

export const LONGEST_URL = 8 * 1024

/** Answers a request that Node could not parse, on the bare socket, and closes it. */
export function refuseOnSocket(
  error: NodeJS.ErrnoException & { rawPacket?: Buffer },
  socket: Socket,
  ids: Ids,
  log: Log,
) {
  // Pending answers go first: the client would take this one for the answer to an earlier request.
  const due: unknown = Reflect.get(socket, '_httpMessage')
  if (due instanceof ServerResponse && due.req.complete)
    return void due.once('finish', () => refuseOnSocket(error, socket, ids, log))
  const reference = ids.uuid()
  const failure = brokenRequest(error)
  log.info({ event: 'request.broken', reference, code: failure.code, error: error.code }, failure.message)
  if (!socket.writable) return void socket.destroy()
  const { status, body } = problemOf(failure, reference)
  const text = JSON.stringify(body)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`)
}

function brokenRequest(error: NodeJS.ErrnoException & { rawPacket?: Buffer }): Failure {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new Failure('request.slow', 'The request took too long to arrive')
  if (error.code !== 'HPE_HEADER_OVERFLOW')
    return new Failure('parameter.invalid', 'This is not a valid HTTP request')
  const lineEnd = error.rawPacket?.indexOf('\r\n') ?? 0
  // The first packet begins with the method and the address; the end of a line farther on belongs to a header.
  const isFirst = /^[A-Z]+ /.test(error.rawPacket?.toString('latin1', 0, 20) ?? '')
  return lineEnd < 0 || (isFirst && lineEnd > LONGEST_URL)
    ? new Failure('url.too-long', 'The address is too long')
    : new Failure('headers.too-large', 'The headers are larger than 32 KiB')
}
