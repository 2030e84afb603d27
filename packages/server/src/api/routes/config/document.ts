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

/**
 * What is there with the fields given, checked as a whole: a change must not leave half an object behind. A secret that
 * the key of this installation does not open looks like none; it stays until another is given.
 */
export function edited<Whole extends object>(
  whole: (fields: Written) => Whole,
  { name, config }: Documented,
  fields: Written,
): Whole {
  const open = onlyThose(config, (value) => !isEncrypted(value))
  const locked = onlyThose(config, isEncrypted)
  return { ...locked, ...whole({ name, ...open, ...fields, ...keptHeaders(config, fields) }) }
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
