import type { MediaPort } from '@reveille/sip'
import type { Phones } from '@reveille/sip/testing'
import { type Line, lineInForce } from '../../hotel/settings/line.ts'
import type { TelephonyFiles } from '../../hotel/settings/sections.ts'
import { type Clock, seconds, type Timer } from '../../kernel/clock.ts'
import { messageOf } from '../../kernel/failure.ts'
import type { Log } from '../../kernel/log.ts'
import type { Service } from '../../kernel/service.ts'
import { NO_TENANT, type TenantId } from '../../hotel/accounts/tenancy.ts'
import type { LineCapacity } from '../caller.ts'
import { LinePool, type LineState } from './line-pool.ts'
import { exchangeName, sipLineOf } from './sip-line.ts'
import type { LineTrial } from '../../hotel/site/line-trial.ts'
import { tryLine } from './line-trial.ts'
import { type Manners, SipCaller } from './sip-caller.ts'
import { isOwnPlace, type SipPlace, whyNotAt } from './sip-place.ts'
import { type Behaviour, openVirtualPhones } from './virtual-phones.ts'

/** How rooms are rung. `none`: an installation that has said nothing has no lines, and its calls fail. */
export type TelephonyPlan =
  | { readonly mode: 'none' }
  | {
      readonly mode: 'sip'
      readonly lines: readonly Line[]
      /** Lines that other processes have: this one does not ring over them. */
      readonly elsewhere?: readonly Line[]
      readonly place: SipPlace
      readonly tls?: TelephonyFiles
      /** Whether requests name the product. */
      readonly userAgent?: boolean
      /** Whether anybody is answered, or the lines' exchanges only. */
      readonly strangers?: 'answer' | 'ignore'
    }
  | {
      readonly mode: 'virtual'
      /** Another process has the phones. */
      readonly isElsewhere?: boolean
      behaviour(extension: string): Behaviour
    }

interface Parts {
  readonly clock: Clock
  readonly log: Log
  readonly media?: MediaPort | undefined
  /** `Reveille/1.0`, as requests name it. */
  readonly product?: string
  plan(): Promise<TelephonyPlan>
}

/** Calls at once to the built-in phones. */
const VIRTUAL_CALLS = 200
const RETRY = seconds(5)
const LOOK_AGAIN = seconds(30)
/** A process before us may not have let go of its port yet. */
const PORT_RETRY = seconds(1)
const LOOPBACK: SipPlace = { bind: '127.0.0.1' }
/** Where whoever tries it calls the demonstration hotel, if nobody else has that port. */
const BUILT_IN_PORT = 5_072
/** What they call there: the wake-up service. */
const BUILT_IN_NUMBER = '700'

/** Keeps the lines in step with the settings. */
export class Telephony implements Service {
  readonly caller: SipCaller
  readonly #parts: Parts
  #plan: TelephonyPlan = { mode: 'none' }
  #phones: Phones | undefined
  /** Every line that is configured, whoever has it. */
  #configured: LinePool
  #applying: Promise<void> = Promise.resolve()
  #retry: Timer | undefined
  /** Why nothing comes or goes, although it should. */
  #shut: string | null = null

  constructor(parts: Parts) {
    this.#parts = parts
    this.caller = new SipCaller(parts)
    this.#configured = this.#poolOf([])
  }

  /** What a tenant has to ring with when every line works, wherever its lines are. */
  capacity(tenant: TenantId): LineCapacity {
    return this.#configured.capacity(tenant)
  }

  /** Every line that is configured, here and elsewhere. */
  get configured(): readonly Pick<LineState, 'name' | 'tenant' | 'calls'>[] {
    return this.#configured.describe()
  }

  start() {
    const started = this.#apply()
    this.#applying = started.catch(() => {})
    return started
  }

  async stop() {
    await this.#applying
    this.#retry?.cancel()
    await this.caller.stop()
    await this.#phones?.close({ abruptly: true })
  }

  /** Reads the settings again. Reloads run one after the other, so that the latest wins. */
  refresh(): Promise<void> {
    this.#retry?.cancel()
    this.#applying = this.#applying.then(() => this.#apply()).catch((error: unknown) => this.#tryLater(error))
    return this.#applying
  }

  /** A file that was not there may come, and a port that was taken may become free. */
  #lookAgain() {
    const { clock } = this.#parts
    if (this.caller.secureTrouble !== null)
      this.#retry = clock.at(clock.now() + LOOK_AGAIN, () => void this.refresh())
  }

  #tryLater(error: unknown) {
    const { clock, log } = this.#parts
    log.error(
      { event: 'lines.not-set', error: messageOf(error) },
      'The telephone lines could not be set anew; tried again',
    )
    this.#retry = clock.at(clock.now() + RETRY, () => void this.refresh())
  }

  describe(): { mode: TelephonyPlan['mode']; running: boolean; registered: boolean; lines: LineState[] } {
    const lines = this.caller.describe()
    const registered = lines.length > 0 && lines.every(({ working }) => working)
    return { mode: this.#plan.mode, running: this.caller.running, registered, lines }
  }

  /** Tries a line that is not one of ours yet, or not like this; nothing is kept of it. */
  try(line: Line, from: SipPlace & { readonly tls?: TelephonyFiles }): Promise<LineTrial> {
    return tryLine(this.#parts, line, from)
  }

  /** Ports that calls come in at: nothing else may be sent there. */
  ports(): number[] {
    const { port, securePort } = this.caller
    return [port, securePort, this.#phones?.address.port ?? null].filter((one) => one !== null)
  }

  /** Why SIP cannot come and go there, in words; null when it can, or does already. */
  whyNotAt(place: SipPlace): Promise<string | null> {
    // The port is ours: only the address can be tried.
    return whyNotAt(place.port === this.caller.port ? { ...place, port: 0 } : place)
  }

  async #apply() {
    const { plan, log } = this.#parts
    const next = await plan()
    if (this.#shut !== null || !isHeardAlike(next, this.#plan)) await this.#restart(next)
    this.#plan = next
    const lines = await this.#linesOf(next)
    await this.caller.setLines(lines, next.mode === 'sip' ? next.tls : {})
    this.#configured = this.#poolOf([...lines, ...elsewhereIn(next)])
    this.#lookAgain()
    if (this.#shut !== null) return
    const facts = { mode: next.mode, lines: this.caller.describe().length }
    if (next.mode === 'virtual' && facts.lines > 0)
      log.warn({ event: 'lines.built-in', ...facts }, 'Rooms are rung on built-in phones, not on real ones')
    else log.info({ event: 'lines.set', ...facts }, 'Telephone lines are set')
  }

  /** Built-in phones are on this machine, so only loopback is opened for them; lines may be anywhere. */
  async #restart(plan: TelephonyPlan) {
    this.#plan = { mode: 'none' }
    await this.caller.stop()
    await this.#phones?.close({ abruptly: true })
    this.#phones = undefined
    const before = this.#shut
    this.#shut = await this.#open(plan)
    if (this.#shut !== null) this.#openLater(this.#shut, before)
  }

  /** Several demonstrations on one machine: all but the first are called at a port that the system gives. */
  async #open(plan: TelephonyPlan): Promise<string | null> {
    if (plan.mode === 'none') return null
    if (plan.mode === 'sip') return this.caller.start(plan.place, this.#mannersOf(plan))
    const shut = await this.caller.start({ ...LOOPBACK, port: BUILT_IN_PORT })
    return shut === null ? null : this.caller.start(LOOPBACK)
  }

  /** Nobody can be rung until then, but everything else of the house goes on. */
  #openLater(why: string, before: string | null) {
    const { clock, log } = this.#parts
    const words = `The telephone lines cannot be used: ${why}; tried again`
    if (why !== before) log.error({ event: 'lines.shut', why }, words)
    this.#retry = clock.at(clock.now() + PORT_RETRY, () => void this.refresh())
  }

  #mannersOf(plan: TelephonyPlan): Manners {
    if (plan.mode !== 'sip') return {}
    const { userAgent = true, strangers = 'answer' } = plan
    const { product } = this.#parts
    return { strangers, ...(userAgent && product !== undefined ? { userAgent: product } : {}) }
  }

  async #linesOf(plan: TelephonyPlan): Promise<readonly Line[]> {
    if (plan.mode === 'none') return []
    if (plan.mode === 'sip') return plan.lines
    if (plan.isElsewhere === true) {
      await this.#phones?.close({ abruptly: true })
      this.#phones = undefined
      return []
    }
    return [builtInLine((this.#phones ??= await this.#openPhones()).address)]
  }

  #poolOf(lines: readonly Line[]): LinePool {
    const pool = new LinePool(() => this.caller.mostCalls)
    for (const line of lines) {
      const { name, tenant, settings } = line
      pool.add({ name, tenant, exchange: exchangeName(sipLineOf(line)), calls: settings.calls }, true)
    }
    return pool
  }

  #openPhones(): Promise<Phones> {
    const behaviour = (extension: string) =>
      this.#plan.mode === 'virtual' ? this.#plan.behaviour(extension) : 'no-answer'
    return openVirtualPhones({ clock: this.#parts.clock, media: this.#parts.media, behaviour })
  }
}

/** Whether the sockets can stay as they are. */
function isHeardAlike(next: TelephonyPlan, now: TelephonyPlan): boolean {
  if (next.mode !== 'sip' || now.mode !== 'sip') return next.mode === now.mode
  return (
    isOwnPlace(next.place, now.place) && next.userAgent === now.userAgent && next.strangers === now.strangers
  )
}

const builtInLine = ({ host, port }: Phones['address']): Line =>
  lineInForce({
    name: 'virtual',
    tenant: NO_TENANT,
    config: {
      uri: `sip:${BUILT_IN_NUMBER}@${host}:${port}`,
      register: false,
      calls: VIRTUAL_CALLS,
      menu: 'guest',
    },
  })

function elsewhereIn(plan: TelephonyPlan): readonly Line[] {
  if (plan.mode === 'sip') return plan.elsewhere ?? []
  return plan.mode === 'virtual' && plan.isElsewhere === true ? [builtInLine(UNKNOWN)] : []
}

/** Of the machine that has them. */
const UNKNOWN = { host: '127.0.0.1', port: 0 }
