import { ownName, type TenantId } from '../../hotel/accounts/tenancy.ts'
import { isEncrypted, type Safe } from '../../kernel/safe.ts'
import { objectFrom, toJson } from '../engine/row.ts'

/** What may lie in the database only encrypted; of further headers, which may carry keys, every value. */
const SECRETS = new Set([
  'secret',
  'previousSecret',
  'password',
  'token',
  'authKey',
  'proxyPassword',
  'privateKey',
])
const GROUPS = new Set(['headers'])

/** Puts configuration into a column and takes it out again; without a safe, as it is. */
export interface ConfigColumn {
  write(owner: string, config: object): string
  /** A secret that cannot be opened stays as it is stored, and is written back like that. */
  read(owner: string, text: string): object
}

export const configColumn = (safe?: Safe): ConfigColumn =>
  safe
    ? {
        write: (owner, config) =>
          toJson(eachSecret(owner, config, (place, text) => encryptOnce(safe, place, text))),
        read: (owner, text) =>
          eachSecret(
            owner,
            objectFrom(text),
            (place, encrypted) => safe.decrypt(place, encrypted) ?? encrypted,
          ),
      }
    : { write: (_, config) => toJson(config), read: (_, text) => objectFrom(text) }

const encryptOnce = (safe: Safe, place: string, text: string) =>
  isEncrypted(text) ? text : safe.encrypt(place, text)

export interface Secret {
  readonly place: string
  readonly text: string
}

/** Every secret of a stored configuration, as it is stored. */
export function secretsIn(owner: string, text: string): Secret[] {
  const found: Secret[] = []
  eachSecret(owner, objectFrom(text), (place, secret) => {
    found.push({ place, text: secret })
    return secret
  })
  return found
}

type Change = (place: string, text: string) => string

function eachSecret(owner: string, config: object, change: Change): object {
  const changed = Object.entries(config).map(([name, value]: [string, unknown]) => {
    const place = `${owner} ${name}`
    if (SECRETS.has(name) && typeof value === 'string') return [name, change(place, value)]
    return [name, GROUPS.has(name) ? eachValue(place, value, change) : within(place, value, change)]
  })
  return Object.fromEntries(changed)
}

/** Groups and lists may hold secrets too. */
function within(place: string, value: unknown, change: Change): unknown {
  if (Array.isArray(value)) return value.map((one, n) => within(`${place} ${n + 1}`, one, change))
  return typeof value === 'object' && value !== null ? eachSecret(place, value, change) : value
}

function eachValue(place: string, group: unknown, change: Change): unknown {
  if (typeof group !== 'object' || group === null) return group
  const changed = Object.entries(group).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === 'string' ? change(`${place} ${name}`, value) : value,
  ])
  return Object.fromEntries(changed)
}

/** Whose a secret is, in words for people; it opens nowhere else. */
export const ownerOfLine = ({ tenant, name }: Named) => `line ${ownName(tenant, name)}`
export const ownerOfSection = (name: string) => `section ${name}`
export const ownerOfTenant = (id: TenantId) => `tenant ${id}`
export const ownerOfDestination = ({ purpose, tenant, name }: Named & { purpose: string }) =>
  `${purpose === 'charge' ? 'connector' : 'server'} ${ownName(tenant, name)}`

interface Named {
  readonly tenant: TenantId
  readonly name: string
}
