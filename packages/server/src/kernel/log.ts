import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'child' | 'level'>
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
]
const redact = { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[redacted]' }

/** One JSON object a line on standard error, so that standard output keeps to the ready line. */
export function createLog(
  level: LogLevel,
  destination: DestinationStream = pino.destination({ dest: 2, sync: true }),
) {
  return pino({ level, redact, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination)
}

export const silentLog: Log = pino({ level: 'silent' })
