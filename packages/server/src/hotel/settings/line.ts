import type { Line as LineOfSite } from '@reveille/contract'
import { type Defaults, DEFAULTS } from './defaults.ts'
import type { TenantId } from '../accounts/tenancy.ts'

/** A line as the site file writes it, without its name and its tenant. */
export type LineConfig = Readonly<Omit<LineOfSite, 'name' | 'tenant'>>

/** The same with every default in place. */
export type LineSettings = LineConfig & Defaults['line']

export interface WrittenLine {
  readonly name: string
  readonly tenant: TenantId
  readonly config: LineConfig
}

/** A line at the exchange: what was written, and what is in force. */
export interface Line extends WrittenLine {
  readonly settings: LineSettings
}

/** RFC 3261 19.1: an address that is reached over TLS or not at all. */
export const isSips = (uri: string): boolean => /^sips:/i.test(uri.trim())

export const lineInForce = (line: WrittenLine): Line => ({
  ...line,
  settings: { ...DEFAULTS.line, ...(isSips(line.config.uri) ? { transport: 'tls' } : {}), ...line.config },
})

/** A line that is given no name goes by the name it logs in with, or by the user of its address. */
export function defaultLineName({ uri, username }: LineConfig): string {
  const user = /^sips?:([^@:;]+)[^@]*@/i.exec(uri)?.[1]
  return username ?? user ?? uri
}
