import { Failure } from './failure.ts'

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use by another program',
  EACCES: 'may not be used without special rights',
  EADDRNOTAVAIL: 'cannot be had: this machine does not have that address',
}

interface Place {
  readonly host: string
  readonly port: number
}

/** Why nobody can be served there, in words; whatever else it was, as it came. */
export function cannotListen(error: unknown, { host, port }: Place): Error {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const why = REASONS[code]
  if (why !== undefined) return new Failure('config.invalid', `Port ${port} on ${host} ${why}`, {}, error)
  return error instanceof Error ? error : new Error(String(error))
}
