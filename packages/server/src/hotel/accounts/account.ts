import type { TenantId } from './tenancy.ts'

export type Permission = 'inventory' | 'frontdesk' | 'correct' | 'review' | 'administrator'
export const PERMISSIONS: readonly Permission[] = [
  'inventory',
  'frontdesk',
  'correct',
  'review',
  'administrator',
]
export const isPermission = (name: unknown): name is Permission => PERMISSIONS.some((one) => one === name)

export interface Account {
  readonly username: string
  /** Empty: the account sees all tenants. */
  readonly tenant: TenantId
  readonly passwordHash: string
  readonly permissions: readonly Permission[]
  readonly disabled: boolean
}

/** Names of guests are for those who deal with guests, and for whoever configures the site. */
export const maySeeGuests = ({ permissions }: Pick<Account, 'permissions'>) =>
  permissions.includes('frontdesk') || permissions.includes('administrator')

/** Someone must always be able to configure the site: an administrator of no tenant who is not disabled. */
export const isSiteAdministrator = (account: Account) =>
  !account.disabled && account.tenant === '' && account.permissions.includes('administrator')
