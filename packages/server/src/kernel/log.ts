import { type DestinationStream, pino } from 'pino'
import type { LogEvent } from './log-event.ts'

/** One line: what it tells as a code and in facts, and one sentence for a person. */
type Write = (facts: { readonly event: LogEvent; readonly [fact: string]: unknown }, sentence: string) => void

export interface Log {
  readonly level: string
  readonly debug: Write
  readonly info: Write
  readonly warn: Write
  readonly error: Write
  child(facts: Readonly<Record<string, unknown>>): Log
}

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

const SECRETS = [
  'password',
  'secret',
  'previousSecret',
  'authorization',
  'authKey',
  'token',
  'cookie',
  'passwordHash',
  'newPassword',
  'pin',
]
const redact = { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[redacted]' }

/** One JSON object a line on standard error, so that standard output keeps to the ready line. */
export function createLog(
  level: LogLevel,
  destination: DestinationStream = pino.destination({ dest: 2, sync: true }),
): Log {
  return pino({ level, redact, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination)
}

export const silentLog: Log = pino({ level: 'silent' })
