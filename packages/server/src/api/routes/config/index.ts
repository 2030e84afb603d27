import type { DestinationActions } from '../../../actions/deliveries/destinations.ts'
import type { LineActions } from '../../../actions/site/lines.ts'
import type { LineTestActions } from '../../../actions/site/line-tests.ts'
import type { CustomRoomActions, MailboxActions } from '../../../actions/rooms/mailboxes.ts'
import type { PhraseActions } from '../../../actions/site/phrases.ts'
import type { PromptActions } from '../../../actions/site/prompts.ts'
import type { ResyncActions } from '../../../actions/property/property-resync.ts'
import type { Settings } from '../../../actions/settings.ts'
import type { MailboxImport } from '../../../actions/rooms/mailbox-import.ts'
import type { SiteAsPlan } from '../../../actions/site/site-as-plan.ts'
import type { SitePlan } from '../../../hotel/site/site-plan.ts'
import type { SiteActions } from '../../../actions/site/site.ts'
import type { TenantActions } from '../../../actions/site/tenants.ts'
import type { PhonePinActions } from '../../../actions/accounts/phone-pins.ts'
import type { UserActions } from '../../../actions/accounts/users.ts'
import type { Routes } from '../../route.ts'
import { type CrossCheck, refusing } from './check.ts'
import { connectorRoutes, resyncRoutes, serverRoutes } from './destination.ts'
import { lineRoutes } from './line.ts'
import { lineTestRoutes } from './line-test.ts'
import { mailboxImportRoutes } from './mailbox-import.ts'
import { customRoomRoutes, mailboxRoutes } from './mailbox.ts'
import { phraseRoutes } from './phrase.ts'
import { promptRoutes } from './prompt.ts'
import { siteFileRoutes } from './site-file.ts'
import { siteRoutes } from './site.ts'
import { tenantRoutes } from './tenant.ts'
import { userRoutes } from './user.ts'

export interface ConfigActions {
  readonly site: SiteActions
  readonly tenants: TenantActions
  readonly users: UserActions
  readonly phonePins: PhonePinActions
  readonly mailboxes: MailboxActions
  readonly customRooms: CustomRoomActions
  readonly lines: LineActions
  readonly lineTests: LineTestActions
  readonly connectors: DestinationActions
  readonly servers: DestinationActions
  readonly prompts: PromptActions
  readonly phrases: PhraseActions
  readonly resync: ResyncActions
  readonly importRooms: MailboxImport
  readonly siteAsPlan: SiteAsPlan
}

interface ConfigRules {
  readonly crossCheck: CrossCheck
  readonly settings: Settings
  /** The languages that announcements are in. */
  spoken(): readonly string[]
  siteFileText(plan: SitePlan): string
}

export function configurationRoutes(routes: Routes, actions: ConfigActions, rules: ConfigRules) {
  const check = refusing(rules.crossCheck)
  siteRoutes(routes, actions.site, check)
  tenantRoutes(routes, actions.tenants, check, rules.settings)
  userRoutes(routes, actions.users, actions.phonePins)
  mailboxRoutes(routes, actions.mailboxes)
  mailboxImportRoutes(routes, actions.importRooms, () => rules.spoken())
  siteFileRoutes(routes, actions.siteAsPlan, (plan) => rules.siteFileText(plan))
  customRoomRoutes(routes, actions.customRooms)
  lineRoutes(routes, actions.lines, check)
  lineTestRoutes(routes, actions.lineTests, check)
  connectorRoutes(routes, actions.connectors, check)
  resyncRoutes(routes, actions.resync)
  serverRoutes(routes, actions.servers, check)
  promptRoutes(routes, actions.prompts, rules.settings)
  phraseRoutes(routes, actions.phrases, rules.settings)
}
