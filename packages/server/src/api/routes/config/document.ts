import type { TSchema } from 'typebox'
import { isEncrypted } from '../../../kernel/safe.ts'
import { NOT_SHOWN, withoutSecrets, type Written } from '../config-routes.ts'
import { checked } from '../../requests/validation.ts'

/** A line or a destination: a name, a tenant, and everything else as it was written. */
export const document = ({
  name,
  tenant,
  config,
}: {
  name: string
  tenant: string
  config: object
}): Written => ({
  name,
  ...withoutSecrets({ ...config }),
  tenant,
})

/** What is there, with the fields given, is checked as a whole: a change must not leave half an object behind. */
export function edited(form: TSchema, before: { name: string; config: object }, fields: Written): Written {
  const { locked, open } = parted(before.config)
  const kept = keptHeaders({ ...before.config }, fields)
  const { name: _, ...config } = checked<Written>(form, { name: before.name, ...open, ...fields, ...kept })
  return { ...locked, ...config }
}

/** A secret that the key of this installation does not open looks like none; it stays until another is given. */
function parted(config: object): { locked: Written; open: Written } {
  const [locked, open] = [true, false].map((wanted) =>
    Object.fromEntries(Object.entries(config).filter(([, value]) => isEncrypted(value) === wanted)),
  ) as [Written, Written]
  return { locked, open }
}

/** A header that comes back as it was shown keeps the value that was not shown. */
function keptHeaders(config: Written, { headers }: Written): Written {
  if (typeof headers !== 'object' || headers === null) return {}
  const stored = (config.headers ?? {}) as Written
  const meant = Object.entries(headers).map(([name, value]) => [
    name,
    value === NOT_SHOWN ? stored[name] : value,
  ])
  return { headers: Object.fromEntries(meant) }
}
