import { activityActions } from '../actions/log/activity.ts'
import { alarmActions } from '../actions/desk/alarms.ts'
import { boardActions } from '../actions/rooms/board.ts'
import { chargeListActions } from '../actions/inventory/charge-list.ts'
import { chargeActions } from '../actions/inventory/charges.ts'
import { minibarCheckActions } from '../actions/inventory/minibar-checks.ts'
import { takeBackActions } from '../actions/inventory/take-back.ts'
import type { DeliveryActions } from '../actions/deliveries/deliveries.ts'
import { trafficActions } from '../actions/deliveries/delivery-traffic.ts'
import { wireActions, type WireParts } from '../actions/deliveries/delivery-wire.ts'
import { destinationActions } from '../actions/deliveries/destinations.ts'
import { dossierActions } from '../actions/wakeups/dossier.ts'
import type { EventActions } from '../actions/log/events.ts'
import { guestActions } from '../actions/rooms/guests.ts'
import { inventoryActions } from '../actions/inventory/inventory.ts'
import { lineActions } from '../actions/site/lines.ts'
import { lineTestActions } from '../actions/site/line-tests.ts'
import { customRoomActions, mailboxActions } from '../actions/rooms/mailboxes.ts'
import { phraseActions } from '../actions/site/phrases.ts'
import { promptActions } from '../actions/site/prompts.ts'
import { resyncActions } from '../actions/property/property-resync.ts'
import { reportActions } from '../actions/reports/reports.ts'
import { roomMarkActions } from '../actions/rooms/room-marks.ts'
import { roomStatusActions } from '../actions/rooms/room-status.ts'
import { mailboxImport } from '../actions/rooms/mailbox-import.ts'
import { siteAsPlan } from '../actions/site/site-as-plan.ts'
import { siteActions } from '../actions/site/site.ts'
import { leaveDemonstration } from '../actions/site/leave-demonstration.ts'
import { setupActions } from '../actions/site/setup.ts'
import { stayActions } from '../actions/rooms/stays.ts'
import type { NodeActions } from '../actions/site/nodes.ts'
import type { UpkeepActions } from '../actions/site/upkeep.ts'
import type { SystemActions } from '../actions/site/system.ts'
import { tenantActions } from '../actions/site/tenants.ts'
import { ownSecretActions } from '../actions/accounts/own-secrets.ts'
import { sessionListActions } from '../actions/accounts/session-list.ts'
import { sessionActions } from '../actions/accounts/sessions.ts'
import { phonePinActions } from '../actions/accounts/phone-pins.ts'
import { userActions } from '../actions/accounts/users.ts'
import { courseActions } from '../actions/wakeups/course.ts'
import { forecastActions } from '../actions/wakeups/forecast.ts'
import { nightListActions } from '../actions/wakeups/night-list.ts'
import { previewActions } from '../actions/wakeups/preview.ts'
import { wakeupActions } from '../actions/wakeups/wakeups.ts'
import type { Metrics } from '../api/metrics/metrics.ts'
import type { Guestbook } from '../api/requests/auth.ts'
import type { Routes } from '../api/route.ts'
import { alarmRoutes } from '../api/routes/alarm.ts'
import { boardRoutes } from '../api/routes/board.ts'
import { chargeRoutes } from '../api/routes/charge.ts'
import { configurationRoutes } from '../api/routes/config/index.ts'
import { deliveryRoutes } from '../api/routes/delivery.ts'
import { deliveryWireRoutes } from '../api/routes/delivery-wire.ts'
import { dossierRoutes } from '../api/routes/dossier.ts'
import { eventRoutes } from '../api/routes/events.ts'
import { guestRoutes } from '../api/routes/guest.ts'
import { inventoryRoutes } from '../api/routes/inventory.ts'
import { nightListRoutes } from '../api/routes/night-list.ts'
import { logRoutes } from '../api/routes/log.ts'
import { nodeRoutes } from '../api/routes/nodes.ts'
import { operationsRoutes } from '../api/routes/operations.ts'
import { openSessionRoutes } from '../api/routes/config/session.ts'
import { reportRoutes } from '../api/routes/report.ts'
import { roomStatusRoutes } from '../api/routes/room-status.ts'
import { sessionLockRoutes } from '../api/routes/session-locks.ts'
import { sessionRoutes } from '../api/routes/session.ts'
import { setupRoutes } from '../api/routes/setup.ts'
import { stayRoutes } from '../api/routes/stay.ts'
import { systemRoutes } from '../api/routes/system.ts'
import { upkeepRoutes } from '../api/routes/upkeep.ts'
import { wakeupRoutes } from '../api/routes/wakeup.ts'
import { wakeupAheadRoutes } from '../api/routes/wakeup-ahead.ts'
import type { Log } from '../kernel/log.ts'
import { siteFileText } from '../config/site/plan-to-site-file.ts'
import { mistakesWithin } from '../config/site/site-checks.ts'

type PartsOf<Make extends (parts: never, ...rest: never[]) => unknown> = Parameters<Make>[0]

/** What the actions need, all of them together. */
export type ActionParts = PartsOf<typeof activityActions> &
  PartsOf<typeof alarmActions> &
  PartsOf<typeof boardActions> &
  PartsOf<typeof chargeActions> &
  PartsOf<typeof chargeListActions> &
  PartsOf<typeof destinationActions> &
  PartsOf<typeof courseActions> &
  PartsOf<typeof dossierActions> &
  PartsOf<typeof forecastActions> &
  PartsOf<typeof guestActions> &
  PartsOf<typeof inventoryActions> &
  PartsOf<typeof lineActions> &
  PartsOf<typeof lineTestActions> &
  PartsOf<typeof mailboxActions> &
  PartsOf<typeof previewActions> &
  PartsOf<typeof promptActions> &
  PartsOf<typeof reportActions> &
  PartsOf<typeof resyncActions> &
  PartsOf<typeof roomMarkActions> &
  PartsOf<typeof roomStatusActions> &
  PartsOf<typeof siteActions> &
  PartsOf<typeof leaveDemonstration> &
  Omit<PartsOf<typeof setupActions>, 'leaveDemonstration'> &
  PartsOf<typeof stayActions> &
  PartsOf<typeof tenantActions> &
  Omit<WireParts, 'deliveries'> &
  PartsOf<typeof userActions> &
  PartsOf<typeof sessionActions> &
  PartsOf<typeof sessionListActions> &
  PartsOf<typeof ownSecretActions> &
  PartsOf<typeof phonePinActions> &
  PartsOf<typeof phraseActions> &
  PartsOf<typeof wakeupActions> &
  Pick<Guestbook, 'mayRecall' | 'isCutOff'>

/** Actions that others use as well. */
interface Shared {
  readonly events: EventActions
  readonly deliveries: DeliveryActions
  readonly system: SystemActions
  readonly nodes: NodeActions
  readonly upkeep: UpkeepActions
  readonly product: { readonly version: string }
  readonly log: Log
  readonly metrics: Metrics
  readonly checks: Parameters<typeof systemRoutes>[2]
}

/** Every route, with the actions behind it. */
export function registerRoutes(routes: Routes, parts: ActionParts, shared: Shared) {
  const { settings, clock } = parts
  const { events, deliveries, system, checks } = shared
  const guestbook: Guestbook = parts
  operationsRoutes(routes, { ...shared, guestbook, settings })
  wakeupRoutes(routes, wakeupActions(parts), settings)
  const ahead = {
    forecasts: forecastActions(parts),
    previews: previewActions(parts),
    courses: courseActions(parts),
  }
  wakeupAheadRoutes(routes, ahead, settings)
  const printing = { settings, clock, outage: parts.outage }
  nightListRoutes(routes, nightListActions(parts), printing)
  dossierRoutes(routes, dossierActions(parts), printing)
  eventRoutes(routes, events, parts)
  inventoryRoutes(routes, inventoryActions(parts))
  registerCharges(routes, parts)
  roomStatusRoutes(routes, roomStatusActions(parts), settings)
  boardRoutes(routes, { board: boardActions(parts), marks: roomMarkActions(parts), settings })
  systemRoutes(routes, system, checks)
  nodeRoutes(routes, shared.nodes, settings)
  upkeepRoutes(routes, shared.upkeep, settings)
  setupRoutes(routes, setupActions({ ...parts, leaveDemonstration: leaveDemonstration(parts) }))
  alarmRoutes(routes, alarmActions(parts), settings)
  stayRoutes(routes, stayActions(parts), settings)
  guestRoutes(routes, guestActions(parts), settings)
  logRoutes(routes, activityActions(parts), settings)
  reportRoutes(routes, reportActions(parts), settings)
  deliveryRoutes(routes, deliveries, settings)
  const wires = wireActions({ ...parts, deliveries })
  deliveryWireRoutes(routes, { wires, traffic: trafficActions(parts) }, settings)
  registerSessions(routes, parts, shared)
  registerConfiguration(routes, parts)
}

function registerSessions(routes: Routes, parts: ActionParts, { product, log }: Shared) {
  const { settings } = parts
  const sessionList = sessionListActions(parts)
  const [sessions, ownSecrets] = [sessionActions(parts), ownSecretActions(parts)]
  const session = { sessions, ownSecrets, sessionList, settings, version: product.version, log }
  sessionRoutes(routes, session)
  sessionLockRoutes(routes, session)
  openSessionRoutes(routes, sessionList, settings)
}

const registerCharges = (routes: Routes, parts: ActionParts) =>
  chargeRoutes(
    routes,
    {
      charging: chargeActions(parts),
      listing: chargeListActions(parts),
      takingBack: takeBackActions(parts),
      checking: minibarCheckActions(parts),
    },
    parts.settings,
  )

function registerConfiguration(routes: Routes, parts: ActionParts) {
  const mailboxes = mailboxActions(parts)
  configurationRoutes(
    routes,
    {
      site: siteActions(parts),
      siteAsPlan: siteAsPlan(parts),
      tenants: tenantActions(parts),
      users: userActions(parts),
      phonePins: phonePinActions(parts),
      mailboxes,
      importRooms: mailboxImport(parts, mailboxes),
      customRooms: customRoomActions(parts),
      lines: lineActions(parts),
      lineTests: lineTestActions(parts),
      connectors: destinationActions(parts, 'charge', 'connector'),
      servers: destinationActions(parts, 'room-status', 'server'),
      prompts: promptActions(parts),
      phrases: phraseActions(parts),
      resync: resyncActions(parts),
    },
    {
      crossCheck: mistakesWithin,
      settings: parts.settings,
      spoken: () => parts.spoken(),
      siteFileText,
    },
  )
}
