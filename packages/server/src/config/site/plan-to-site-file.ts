import type { SiteFile } from '@reveille/contract'
import { stringify } from 'yaml'
import { formatMoney } from '../../hotel/inventory/money.ts'
import { DEFAULTS } from '../../hotel/settings/defaults.ts'
import { shownSettings } from '../../hotel/settings/secrets.ts'
import type { SitePlan } from '../../hotel/site/site-plan.ts'
import { isRecord } from '../../kernel/record.ts'

const HEAD = `# The site as it was set when this was read. Secrets are left out: what exists keeps its own.
# In an empty house new accounts need a password each, lines and connectors their secrets.
`

/** A whole installation as a site file, without anything that is secret. */
export const siteFileText = (plan: SitePlan): string =>
  HEAD + stringify(plain(siteFileOf(plan)), { lineWidth: 0 })

type Listed = { readonly [K in keyof SiteFile]: unknown }

function siteFileOf({ sections, ...plan }: SitePlan): Listed {
  const { inventory = {}, telephony, ...others } = sections
  const [charging, telling] = [
    plan.destinations.filter(({ purpose }) => purpose === 'charge'),
    plan.destinations.filter(({ purpose }) => purpose === 'room-status'),
  ]
  return {
    ...others,
    site: { timezone: DEFAULTS.site.timezone, ...others.site },
    tenants: plan.tenants,
    users: plan.users.map(({ username, permissions, tenant, disabled }) => ({
      username,
      permissions,
      tenant,
      disabled,
    })),
    mailboxes: plan.mailboxes,
    inventory: {
      ...inventory,
      rooms: plan.rooms,
      categories: plan.categories,
      items: plan.items.map((item) => ({ ...item, price: formatMoney(item.price) })),
      connectors: charging.map(written),
    },
    roomStatus: { types: plan.statusTypes, servers: telling.map(written) },
    prompts: plan.prompts.map(({ id, tenant, description, text, language }) => ({
      id,
      description,
      text,
      language,
      tenant,
    })),
    telephony: telephony && { ...telephony, lines: plan.lines.map(written) },
  }
}

interface Written {
  readonly name: string
  readonly tenant: string
  readonly config: object
}

/** Values of further headers may be keys: they stay where they are. */
const written = ({ name, tenant, config }: Written) => {
  const {
    headers: _,
    previousSecretUntil: _until,
    ...others
  } = { headers: null, previousSecretUntil: null, ...config }
  return { name, ...others, tenant }
}

/** Without secrets, and without what says nothing: nulls, empty texts and lists, `false`. */
function plain(value: unknown): unknown {
  return said(shownSettings(value))
}

function said(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(said)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, one]) => [name, said(one)] as const)
      .filter(([, one]) => !isSilent(one)),
  )
}

const isSilent = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (isRecord(value) && Object.keys(value).length === 0)
