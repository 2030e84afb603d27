import { mayPass } from './api/again.ts'
import { Client } from './api/client.ts'
import { type Session, Sessions } from './api/session.ts'
import { type Cancel, type HouseClock, houseClock, ownZone } from './kernel/clock.ts'
import { asFailure, type Failure } from './kernel/failure.ts'
import { browserIds } from './kernel/ids.ts'
import { Watched } from './kernel/listeners.ts'
import { browserDrawer, browserShelf, type Shelf } from './kernel/storage.ts'
import { Baskets } from './live/baskets.ts'
import { HalfDone } from './live/half-done.ts'
import { type Desk, mayLookAt, tenantLookedAt } from './live/desk.ts'
import { House } from './live/house.ts'
import { RoomReports } from './live/room-reports.ts'
import { PANELS, ROUTES } from './routes.ts'
import { AlarmSound } from './shell/alarm-sound.ts'
import type { Console } from './shell/console.ts'
import { allBrought } from './parts/brought.ts'
import { isOnPhone } from './parts/media.ts'
import { Gate } from './shell/gate.ts'
import { Idle } from './shell/idle.ts'
import { homeAmong, isAt, type PageRoute, routesFor } from './shell/route.ts'
import { PreferenceBook } from './shell/preferences.ts'
import { tenantAsked } from './shell/tenant-in-address.ts'
import { request } from './api/request.ts'

/** How often it is looked whether somebody is still there. */
const LOOK_MS = 30_000
const TENANT = 'tenant'
/** Untouched for so long, a new version is loaded without asking. */
const RELOAD_AFTER_MS = 5 * 60_000
/** The frame waits so long for its page, so that all is drawn at once; then it is drawn alone. */
const HOLD_MS = 500
/** How often a server that is away is asked whether it is back. */
export const AGAIN_MS = 2_000

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
  /** The page of this address is there with what it shows, or has been waited for. */
  readonly isBrought: Watched<boolean>
  /** There is something to be drawn: who sits here is known and their page is there, or why not. */
  readonly isReady: Promise<void>
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
    zone: this.#shelf.get('zone') ?? ownZone(),
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
    onUnreachable: () => house.doubt(),
  })
  const house: House = new House({
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
    refusedOf: (account) => browserDrawer(`baskets.refused.${account}`),
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
  let next: Cancel = () => {}
  /** Until there is an answer: a page that was opened while the server is away comes to life by itself. */
  const ask = () => {
    next()
    const answered = () => {
      // What was kept of another build may lack parts that the server no longer has.
      if (trouble.get() !== null && isOutdated.get()) location.reload()
      else trouble.set(null)
    }
    return sessions.refresh(true).then(answered, (error: unknown) => {
      const failure = asFailure(error)
      trouble.set(failure)
      if (mayPass(failure)) next = clock.after(AGAIN_MS, () => void ask())
    })
  }
  // Before anything is asked for: what the address says, or else what was looked at last.
  sessions.state.watch(() => {
    const state = sessions.state.get()
    if (state.kind !== 'somebody') return
    const wanted = [tenantAsked(ROUTES, location) ?? '', tenant.get()]
    tenant.set(wanted.find((one) => mayLookAt(state.session, one)) ?? '')
  })
  attend({ sessions, house, tenant })
  const isBrought = new Watched(false)
  const started = {
    desk: { client, sessions, house, reports, baskets, halfDone: new HalfDone(), shelf, tenant },
    shell,
    clock,
    known: new KnownHotel(shelf),
    trouble,
    ask: () => void ask(),
    isBrought,
    isReady: readyWith({ state: sessions.state, trouble, isBrought }),
  }
  keepWatch(started)
  const page = ROUTES.find(({ path }) => isAt(location.pathname, path)) ?? ROUTES[0]
  const read = ask().then(() => Promise.all(page?.shows?.(house).map((feed) => feed.shown()) ?? []))
  // Beside the question who sits here, not after it.
  void Promise.all([bring(page).then(allBrought), read]).then(() => isBrought.set(true))
  clock.after(HOLD_MS, () => isBrought.set(true))
  keepFrame()
  return started
}

interface Signs extends Pick<Started, 'trouble' | 'isBrought'> {
  readonly state: Sessions['state']
}

function readyWith({ state, trouble, isBrought }: Signs): Promise<void> {
  const isSo = () => {
    const { kind } = state.get()
    return trouble.get() !== null || kind === 'nobody' || (kind === 'somebody' && isBrought.get())
  }
  return new Promise((resolve) => {
    const look = () => {
      if (isSo()) resolve()
    }
    for (const one of [state, trouble, isBrought]) one.watch(look)
  })
}

/**
 * The house is followed for whoever sits here; its lists are asked for before anything is drawn. A new sign-in is a new
 * beginning, also of the same person; and a locked screen keeps no names that it is not told.
 */
function attend({ sessions, house, tenant }: Pick<Desk, 'sessions' | 'house' | 'tenant'>): void {
  let before = ''
  const look = () => {
    const state = sessions.state.get()
    const session = state.kind === 'somebody' ? state.session : null
    const whose = session === null ? '' : wordsOf(session, tenant.get())
    if (whose === before) return
    if (before !== '') house.close()
    before = whose
    if (session === null) return
    foresee(house, session, tenant.get())
    house.open(session.account)
  }
  sessions.state.watch(look)
  tenant.watch(look)
}

const wordsOf = ({ account, csrf = '', locked = false }: Session, tenant: string) =>
  JSON.stringify([account, csrf, locked, tenant])

/** What the page of this address will show is asked for beside the page itself. */
function foresee(house: House, session: Session, tenant: string): void {
  const home = homeAmong(ROUTES, session, isOnPhone())
  const address = location.pathname === '/' ? home : location.pathname
  const route = ROUTES.find(({ path }) => isAt(address, path))
  const zone = tenantLookedAt(session, tenant)?.timezone ?? session.site.timezone
  route?.foresee?.(house, zone, new URLSearchParams(location.search))
}

const OTHERS_MS = 3_000

/** The pages of every day and what opens over them, once the first one stands: nobody waits for the next. */
function bringOthers({ house, sessions, clock }: Pick<Desk, 'house' | 'sessions'> & Pick<Started, 'clock'>) {
  const end = house.link.watch(() => {
    const state = sessions.state.get()
    if (house.link.get().state !== 'live' || state.kind !== 'somebody') return
    end()
    clock.after(OTHERS_MS, () => {
      for (const route of routesFor(ROUTES, state.session)) if (route.group === 1) void bring(route)
      for (const panel of PANELS) void bring(panel)
    })
  })
}

/** What cannot be had now is asked for again when somebody looks. */
const bring = async (route: Pick<PageRoute, 'load'> | undefined) => route?.load?.().catch(() => {})

/** So that there is a page that can say that the server is away. Everything works without it, as over plain HTTP it must. */
function keepFrame(): void {
  if (import.meta.env.DEV || !isSecureContext || !('serviceWorker' in navigator)) return
  // Not while the first page still loads.
  const register = () => void navigator.serviceWorker.register('/sw.js').catch(() => {})
  if (document.readyState === 'complete') register()
  else addEventListener('load', register, { once: true })
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
  desk: { sessions, house, reports, baskets, halfDone },
  shell: { idle, isOutdated, sound },
  clock,
}: Started): void {
  idle.watch(document)
  sound.watch(document)
  void reports.open()
  const sendHeld = () => {
    if (reports.waiting.get() > 0) void reports.flush()
    if (baskets.isWaiting()) void baskets.flush()
  }
  house.link.watch(() => {
    if (house.link.get().state === 'live') sendHeld()
  })
  bringOthers({ house, sessions, clock })
  addEventListener('online', () => {
    house.hurry()
    sendHeld()
  })
  addEventListener('offline', () => house.cutOff())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') house.hurry()
  })
  clock.every(LOOK_MS, () => {
    const isLeft = halfDone.isNothing() && document.querySelector('[role=dialog]') === null
    if (isOutdated.get() && idle.ms() > RELOAD_AFTER_MS && isLeft) location.reload()
    // A request may fail where the stream goes on.
    if (house.link.get().state === 'live') sendHeld()
    const state = sessions.state.get()
    if (state.kind !== 'somebody' || state.session.locked === true) return
    // The server locks; this screen only asks whether it has.
    if (idle.ms() >= (state.session.lockAfter ?? Number.POSITIVE_INFINITY) * 1_000)
      void sessions.check().catch(() => {})
  })
}
