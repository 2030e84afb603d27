import type { WakeupSettings } from '@reveille/contract'
import type { TenantId } from '../accounts/tenancy.ts'

export interface Tenant {
  readonly id: TenantId
  readonly name: string
  /** Its own zone; null: the site's. */
  readonly timezone: string | null
  /** Its own policy of wakeup calls, over the site's. */
  readonly wakeup: Readonly<WakeupSettings> | null
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
