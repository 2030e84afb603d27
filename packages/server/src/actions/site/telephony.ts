import type { Line } from '../../hotel/settings/line.ts'
import type { SiteSections, TelephonyFiles } from '../../hotel/settings/sections.ts'
import { livesAmong, type Whose } from '../../hotel/nodes/houses.ts'
import { NO_TENANT, ownName } from '../../hotel/accounts/tenancy.ts'
import { isEncrypted } from '../../kernel/safe.ts'
import type { HotelDatabase } from '../../store/stores/stores.ts'
import type { Settings } from '../settings.ts'

type RoomBehaviour = SiteSections['telephony']['virtual']['default']
type Behaviour = RoomBehaviour | 'acknowledge'

/** How rooms are to be rung, from the settings in force. */
export type TelephonySettings =
  | { readonly mode: 'none' }
  | {
      readonly mode: 'sip'
      readonly lines: readonly Line[]
      /** Those of houses that live on other nodes. */
      readonly elsewhere: readonly Line[]
      readonly place: Place
      readonly tls: TelephonyFiles
      readonly userAgent: boolean
      readonly strangers: SiteSections['telephony']['strangers']
    }
  | {
      readonly mode: 'virtual'
      /** Built-in phones serve all: one node has them. */
      readonly isElsewhere: boolean
      behaviour(extension: string): Behaviour
    }

/** Where SIP and audio come and go. */
type Place = Pick<SiteSections['telephony'], 'audioPorts' | 'port' | 'bind' | 'publicAddress'>

export async function telephonySettings(
  database: HotelDatabase,
  settings: Settings,
  /** Lines are where their house lives: registered twice, they would take each other's calls. */
  whose: Whose,
): Promise<TelephonySettings> {
  const { mode, virtual, tls = {}, userAgent, strangers, ...place } = settings.current().telephony
  if (mode === undefined) return { mode: 'none' }
  if (mode === 'sip') {
    const all = (await database.read.lines.list(null)).map(forTheTelephone)
    const lines = all.filter(({ tenant }) => livesAmong(tenant, whose))
    const elsewhere = all.filter(({ tenant }) => !livesAmong(tenant, whose))
    return { mode, lines, elsewhere, place, tls, userAgent, strangers }
  }
  const byExtension = await behaviours(database, virtual.rooms)
  const desks = deskExtensions(settings)
  return {
    mode,
    isElsewhere: !livesAmong(NO_TENANT, whose),
    behaviour: (extension) =>
      byExtension.get(extension) ?? (desks.has(extension) ? 'acknowledge' : virtual.default),
  }
}

/**
 * Under a name that no other tenant's line has. A password that cannot be read is left out: trying a wrong one
 * could lock the account at the exchange.
 */
function forTheTelephone(line: Line): Line {
  const { password, ...settings } = line.settings
  const named = { ...line, name: ownName(line.tenant, line.name) }
  return isEncrypted(password) ? { ...named, settings } : named
}

/**
 * Rooms are named by their number, and one may be called `toString`; what is dialled is the extension. A number that no
 * room has is an extension, such as that of the desk.
 */
async function behaviours(database: HotelDatabase, rooms: Readonly<Record<string, RoomBehaviour>>) {
  const set = new Map(Object.entries(rooms))
  const found = new Map<string, Behaviour>(set)
  const mailboxes = await database.read.mailboxes.list(null)
  for (const { number } of mailboxes) found.delete(number)
  for (const { number, extension } of mailboxes) {
    const behaviour = set.get(number)
    if (behaviour) found.set(extension, behaviour)
  }
  return found
}

/** The virtual phones at the desk press a key when told something. */
function deskExtensions(settings: Settings): Set<string> {
  const { wakeup, tenants } = settings.current()
  const all = [wakeup, ...Array.from(tenants.values(), (tenant) => tenant.wakeup ?? {})]
  const steps = all.flatMap(({ escalation: first }) => [first, ...(first?.chain ?? [])])
  const extensions = steps.map((step) => step?.extension)
  return new Set(extensions.filter((extension) => extension !== undefined))
}
