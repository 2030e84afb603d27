import { Type } from 'typebox'
import {
  Email,
  InventorySettings,
  MetricsSettings,
  Network,
  SITE_SECTIONS,
  SiteSettings,
  StoredWakeupSettings,
  Telephony,
} from './site.ts'

const strict = { additionalProperties: false } as const

// Encrypted with a key that is lost, a secret has no shape.
const secret = Type.Optional(Type.String())

/** The settings of the site as they are stored, section by section. */
export const StoredSections = Type.Object(
  {
    site: Type.Optional(SiteSettings),
    inventory: Type.Optional(InventorySettings),
    telephony: Type.Optional(Type.Omit(Telephony, ['lines'])),
    ...SITE_SECTIONS,
    wakeup: Type.Optional(StoredWakeupSettings),
    network: Type.Optional(Type.Object({ ...Network.properties, proxyPassword: secret }, strict)),
    email: Type.Optional(Type.Object({ ...Email.properties, password: secret }, strict)),
    metrics: Type.Optional(Type.Object({ ...MetricsSettings.properties, token: secret }, strict)),
  },
  strict,
)
