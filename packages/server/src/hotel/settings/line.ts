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

export const lineInForce = (line: WrittenLine): Line => ({
  ...line,
  settings: { ...DEFAULTS.line, ...line.config },
})

/** A line that is given no name goes by the name it logs in with, or by the user of its address. */
export function defaultLineName({ uri, username }: LineConfig): string {
  const user = /^sips?:([^@:;]+)[^@]*@/.exec(uri)?.[1]
  return username ?? user ?? uri
}
