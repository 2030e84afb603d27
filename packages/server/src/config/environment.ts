import type { Environment } from './options.ts'

/** The one place that looks at the environment of the process. */
export const environment = (): Environment => process.env

/** The machine's own time zone, for a demonstration hotel, which has no site file. */
export const machineZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
