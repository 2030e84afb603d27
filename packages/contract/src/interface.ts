import { board } from './interface/board.ts'
import {
  connector,
  line,
  mailbox,
  prompt,
  room,
  server,
  site,
  siteFile,
  tenant,
  user,
} from './interface/config.ts'
import { delivery } from './interface/delivery.ts'
import { alarm, stay } from './interface/desk.ts'
import type { Entries, Entry } from './interface/entry.ts'
import { guest } from './interface/guest.ts'
import { category, inventory, item } from './interface/inventory.ts'
import { phrase } from './interface/phrase.ts'
import { event, log, report } from './interface/review.ts'
import { roomStatus, statusType } from './interface/room-status.ts'
import { openSession, session } from './interface/session.ts'
import { setup } from './interface/setup.ts'
import { process, system } from './interface/system.ts'
import { wakeup } from './interface/wakeup.ts'
import { wakeupAhead } from './interface/wakeup-ahead.ts'

export * from './interface/entry.ts'
export type { FiveRoutes } from './interface/five-routes.ts'

/** Every route of the interface, once: the server registers these, clients call these, the document shows these. */
export const INTERFACE = {
  wakeup: { ...wakeup, ...wakeupAhead },
  item,
  category,
  inventory,
  statusType,
  roomStatus,
  board,
  stay,
  guest,
  alarm,
  delivery,
  event,
  log,
  report,
  system,
  setup,
  site,
  siteFile,
  tenant,
  user,
  mailbox,
  room,
  line,
  connector,
  server,
  prompt,
  phrase,
  session,
  openSession,
  process,
} as const satisfies Readonly<Record<string, Entries>>

export const ENTRIES: readonly Entry[] = Object.values<Entries>(INTERFACE).flatMap((of) => Object.values(of))
