import type { Environment } from './options.ts'

/** The one place that looks at the environment of the process. */
export const environment = (): Environment => process.env

/** The machine's own time zone, for a demonstration hotel that nobody has told where it stands. */
export const machineZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
