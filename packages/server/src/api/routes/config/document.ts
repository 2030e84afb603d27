import { type DestinationConfig, isFias } from '../../../hotel/deliveries/destination.ts'
import { isEncrypted } from '../../../kernel/safe.ts'
import { NOT_SHOWN, withoutSecrets, type Written } from '../config-routes.ts'

/** A line or a destination: a name, a tenant, and everything else as it was written. */
interface Documented {
  readonly name: string
  readonly tenant: string
  readonly config: object
}

export const document = ({ name, tenant, config }: Documented): Written => ({
  name,
  ...withoutSecrets({ ...config }),
  tenant,
})

const SECRETS_OVER_HTTP = ['secret', 'previousSecret', 'password', 'token', 'privateKey', 'proxyPassword']

/** A destination, with whether each of the secrets that its kind may have is set. */
export const documentOfDestination = (one: Documented & { readonly config: DestinationConfig }): Written => {
  const { tenant, ...shown } = document(one)
  const names = isFias(one.config) ? ['authKey'] : SECRETS_OVER_HTTP
  const given = new Map<string, unknown>(Object.entries(one.config))
  const set = names.map((name) => [`${name}Set`, given.get(name) !== undefined])
  return { ...shown, ...Object.fromEntries(set), tenant }
}

/**
 * The stored object with the given fields, checked as a whole: a change must not leave it incomplete. Null takes a field
 * away. A secret that this installation's key cannot decrypt looks absent; it stays until a new one is given.
 */
export function edited<Whole extends object>(
  whole: (fields: Written) => Whole,
  { name, config }: Documented,
  fields: Written,
): Whole {
  const kept = Object.fromEntries(Object.entries(config).filter(([field]) => fields[field] !== null))
  const open = onlyThose(kept, (value) => !isEncrypted(value))
  const locked = onlyThose(kept, isEncrypted)
  const given = onlyThose({ ...fields, ...keptHeaders(config, fields) }, (value) => value !== null)
  return { ...locked, ...whole({ name, ...open, ...given }) }
}

const onlyThose = (config: object, isWanted: (value: unknown) => boolean): Written =>
  Object.fromEntries(Object.entries(config).filter(([, value]) => isWanted(value)))

/** A header that comes back as it was shown keeps the value that was not shown. */
function keptHeaders(config: object, { headers }: Written): Written {
  if (typeof headers !== 'object' || headers === null) return {}
  const stored = new Map<string, unknown>(
    'headers' in config && typeof config.headers === 'object' ? Object.entries(config.headers ?? {}) : [],
  )
  const meant = Object.entries(headers).map(([name, value]) => [
    name,
    value === NOT_SHOWN ? stored.get(name) : value,
  ])
  return { headers: Object.fromEntries(meant) }
}
