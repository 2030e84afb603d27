import { SETTING_GROUPS } from '@reveille/contract'
import { isRecord } from '../../kernel/record.ts'

type Written = Readonly<Record<string, unknown>>

/**
 * Settings written over others: what is left out stays as it is, in a group such as `snooze` too, and null takes it
 * away.
 */
export function settingsWrittenOver(before: object, given: object): Written {
  const was: Written = { ...before }
  const fields = Object.entries(given).map(([name, said]: [string, unknown]) => [
    name,
    SETTING_GROUPS.has(name) && isRecord(said) ? settingsWrittenOver(groupIn(was[name]), said) : said,
  ])
  return withoutNothing({ ...was, ...Object.fromEntries(fields) })
}

const groupIn = (value: unknown): Written => (isRecord(value) ? value : {})

const withoutNothing = (settings: Written): Written =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null))

/** Whether something is taken away, in a group too. */
export const takesAway = (given: object): boolean =>
  Object.values(given).some((value: unknown) => value === null || (isRecord(value) && takesAway(value)))

/** A proxy that is given up takes its credentials along. */
export const withProxyCredentials = (network: Written): Written =>
  network['proxy'] === null || network['proxy'] === 'none'
    ? { proxyUsername: null, proxyPassword: null, ...network }
    : network
