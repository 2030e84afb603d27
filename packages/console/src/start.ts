import { Client } from './api/client.ts'
import { type Session, Sessions } from './api/session.ts'
import { type HouseClock, houseClock } from './kernel/clock.ts'
import { asFailure, type Failure } from './kernel/failure.ts'
import { browserIds } from './kernel/ids.ts'
import { Watched } from './kernel/listeners.ts'
import { browserDrawer, browserShelf, type Shelf } from './kernel/storage.ts'
import { Baskets } from './live/baskets.ts'
import type { Desk } from './live/desk.ts'
import { House } from './live/house.ts'
import { RoomReports } from './live/room-reports.ts'
import { PANELS, ROUTES } from './routes.ts'
import { AlarmSound } from './shell/alarm-sound.ts'
import type { Console } from './shell/console.ts'
import { Gate } from './shell/gate.ts'
import { Idle } from './shell/idle.ts'
import { PreferenceBook } from './shell/preferences.ts'
import { request } from './api/request.ts'

/** How often it is looked whether somebody is still there. */
const LOOK_MS = 30_000
const TENANT = 'tenant'
/** Untouched for so long, a new version is loaded without asking. */
const RELOAD_AFTER_MS = 5 * 60_000

/** Every part, made once. */
export interface Started {
  readonly desk: Desk
  readonly shell: Console
  readonly clock: HouseClock
  readonly known: KnownHotel
  /** Why it is not even known who sits here. */
  readonly trouble: Watched<Failure | null>
  /** Asks the server who sits here. */
  readonly ask: () => void
}

/** What this device remembers of the hotel for the door: nothing that a stranger may not see. */
export class KnownHotel {
  readonly #shelf: Shelf

  constructor(shelf: Shelf) {
    this.#shelf = shelf
  }

  remember({ site, account, kind }: Session): void {
    this.#shelf.set('hotel', site.name)
    this.#shelf.set('zone', site.timezone)
    this.#shelf.set('clock', site.clock)
    this.#shelf.set('language', site.language)
    if (kind === 'person') this.#shelf.set('name', account)
  }

  hotel = (): string => this.#shelf.get('hotel') ?? ''
  name = (): string => this.#shelf.get('name') ?? ''

  place = () => ({
    zone: this.#shelf.get('zone') ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    clock: this.#shelf.get('clock') === '12h' ? ('12h' as const) : ('24h' as const),
    language: this.#shelf.get('language') ?? '',
  })
}

export function start(): Started {
  const [clock, shelf, gate] = [houseClock(), browserShelf(), new Gate()]
  const [idle, isOutdated, trouble] = [new Idle(clock), new Watched(false), new Watched<Failure | null>(null)]
  const tenant = new Watched(shelf.get(TENANT) ?? '')
  tenant.watch(() => shelf.set(TENANT, tenant.get()))
  const sessions: Sessions = new Sessions(() => client)
  const client = new Client({
    request,
    clock,
    ids: browserIds,
    csrf: sessions.csrf,
    tenant: tenant.get,
    untouchedMs: idle.ms,
    signIn: () => gate.ask('sign-in'),
    unlock: () => gate.ask('unlock'),
    sawBuild: buildWatcher(isOutdated),
  })
  const house = new House({
    client,
    request,
    clock,
    ids: browserIds,
    locks: navigator.locks,
    onSignedOut: () => void sessions.check().catch(() => {}),
    isSeen: () => document.visibilityState === 'visible',
    onDrift: (message) => {
      const body = { build: ownBuild(), page: location.pathname, message, stack: '' }
      void client.call('system.report', { body }, { isPlain: true }).catch(() => {})
    },
  })
  const reports = new RoomReports({
    client,
    clock,
    ids: browserIds,
    drawer: browserDrawer('room-reports'),
    rooms: house.rooms.store,
    session: () => {
      const state = sessions.state.get()
      return state.kind === 'somebody' ? state.session : null
    },
  })
  const baskets = new Baskets({
    client,
    ids: browserIds,
    now: () => clock.now(),
    drawerOf: (account) => browserDrawer(`baskets.${account}`),
  })
  const shell: Console = {
    preferences: new PreferenceBook(shelf),
    gate,
    idle,
    sound: new AlarmSound(clock),
    shelf,
    routes: ROUTES,
    panels: PANELS,
    isOutdated,
  }
  const ask = () => {
    trouble.set(null)
    void sessions.refresh().catch((error: unknown) => trouble.set(asFailure(error)))
  }
  const started = {
    desk: { client, sessions, house, reports, baskets, shelf, tenant },
    shell,
    clock,
    known: new KnownHotel(shelf),
    trouble,
    ask,
  }
  keepWatch(started)
  ask()
  return started
}

/** In the workshop it has none. */
const ownBuild = () => document.documentElement.dataset['build'] ?? ''

/** Answers say of which build the server's console is; the page knows its own. */
function buildWatcher(isOutdated: Watched<boolean>) {
  const own = ownBuild()
  return (build: string) => {
    if (build !== '' && build !== own && !import.meta.env.DEV) isOutdated.set(true)
  }
}

function keepWatch({
  desk: { sessions, house, reports, baskets },
  shell: { idle, isOutdated },
  clock,
}: Started): void {
  idle.watch(document)
  void reports.open()
  const sendHeld = () => {
    void reports.flush()
    void baskets.flush()
  }
  house.link.watch(() => {
    if (house.link.get().state === 'live') sendHeld()
  })
  addEventListener('online', () => {
    house.hurry()
    sendHeld()
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') house.hurry()
  })
  clock.every(LOOK_MS, () => {
    if (isOutdated.get() && idle.ms() > RELOAD_AFTER_MS && document.querySelector('[role=dialog]') === null)
      location.reload()
    // A request may fail where the stream goes on.
    if (reports.waiting.get() > 0 && house.link.get().state === 'live') void reports.flush()
    const state = sessions.state.get()
    if (state.kind !== 'somebody' || state.session.locked === true) return
    // The server locks; this screen only asks whether it has.
    if (idle.ms() >= (state.session.lockAfter ?? Number.POSITIVE_INFINITY) * 1_000)
      void sessions.check().catch(() => {})
  })
}
