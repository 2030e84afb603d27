import type { TenantId } from '../accounts/tenancy.ts'

type Written = Readonly<Record<string, unknown>>

export interface Tenant {
  readonly id: TenantId
  readonly name: string
  /** Its own zone; null: the site's. */
  readonly timezone: string | null
  /** Its own policy of wakeup calls, over the site's. */
  readonly wakeup: Written | null
}

/** A line at the exchange, in the words of the site file. */
export interface Line {
  readonly name: string
  readonly tenant: TenantId
  readonly config: Written
}

export interface Prompt {
  readonly id: number
  readonly tenant: TenantId
  readonly description: string
  readonly text: string
  readonly language: string | null
}

/** Numbers are a tenant's own: two hotels may each have a prompt 1. */
export type PromptKey = Pick<Prompt, 'tenant' | 'id'>

/** The settings of the site, section by section, as the site file writes them and with every default in place. */
export interface SiteSections {
  readonly site: {
    readonly name: string
    readonly company: string
    readonly timezone: string
    readonly language: string
  }
  readonly inventory: { readonly refuseVacant: boolean }
  readonly wakeup: Written
  readonly telephony: Written
  readonly network: Written
  readonly retention: { readonly charges: string; readonly log: string }
  readonly license: {
    readonly serial?: string
    readonly version?: number
    readonly entries?: readonly { readonly id: number; readonly name: string; readonly value: number }[]
  }
  readonly api: {
    readonly unknownFields: 'refuse' | 'ignore'
    readonly origins: readonly string[]
    readonly systemAliases?: { readonly telephony?: string; readonly database?: string }
  }
  readonly email: Written
  readonly limits: Written
}

export const SECTIONS = [
  'site',
  'inventory',
  'wakeup',
  'telephony',
  'network',
  'retention',
  'license',
  'api',
  'email',
  'limits',
] as const satisfies readonly (keyof SiteSections)[]

/** A line that is given no name goes by the name it logs in with, or by the user of its address. */
export function defaultLineName(config: Written): string {
  const user = /^sips?:([^@:;]+)[^@]*@/.exec(String(config.uri))?.[1]
  return String(config.username ?? user ?? config.uri)
}
