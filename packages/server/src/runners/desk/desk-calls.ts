import type { Alarm } from '../../hotel/desk/alarm.ts'
import { MOST_ALARMS, type Notice, operatorWords, type Word } from '../../hotel/wakeups/announcement.ts'
import { type DeskTold, nextCall, toldOf } from '../../hotel/desk/escalation.ts'
import type { TenantId } from '../../hotel/accounts/tenancy.ts'
import { type Clock, seconds } from '../../kernel/clock.ts'
import { messageOf } from '../../kernel/failure.ts'
import type { Log } from '../../kernel/log.ts'
import type { CallOrder, CallSteps, DeskCaller, HeldLine, Speech, Voice } from '../../calls/caller.ts'
import type { Acknowledgement } from '../../logbook/end-alarm.ts'
import type { DeskBook } from './desk-book.ts'

interface Parts {
  readonly book: DeskBook
  readonly caller: DeskCaller
  readonly voice: Voice
  readonly clock: Clock
  readonly log: Log
  site(): { readonly language: string }
}

const MOST_AT_ONCE = 200
/** The desk has time to walk to its phone. */
const DESK_RING_MS = seconds(40)
const DESK_ROUNDS = 5
/** Alarms that wait for a line are looked at again this often, as new ones may have joined them. */
const NO_LINE_WAIT = seconds(10)

/** Rings the desks, each with one call at a time, which speaks until a key is pressed. */
export class DeskCalls {
  readonly #parts: Parts
  readonly #calling = new Set<TenantId>()
  /** Tenants whose desk waits for a line, with the alarms whose log says so. */
  readonly #waiting = new Map<TenantId, Set<string>>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Tells this tenant's desk of these alarms, unless it is being told just now. */
  async tell(tenant: TenantId, alarms: readonly Alarm[], extension: string): Promise<void> {
    if (this.#waiting.has(tenant)) return this.#postpone(tenant, alarms)
    if (!this.#calling.has(tenant)) void this.#tell(tenant, alarms, extension)
  }

  async #tell(tenant: TenantId, alarms: readonly Alarm[], extension: string) {
    const { caller, log } = this.#parts
    this.#calling.add(tenant)
    try {
      // Guests' calls wait for a line that rests; the desk's call does not, as it may be about that very line.
      const free = caller.take(tenant, { evenResting: true })
      if (free) await this.#ring(free, alarms, extension)
      else await this.#ringLater(tenant, alarms, extension)
    } catch (error) {
      log.error(
        { event: 'desk.not-told', error: messageOf(error) },
        'The desk could not be told; tried again',
      )
    } finally {
      this.#calling.delete(tenant)
    }
  }

  /** Takes the next free line, before any guest's call; by then there may be more to tell, or nothing. */
  async #ringLater(tenant: TenantId, alarms: readonly Alarm[], extension: string) {
    const { book, caller, clock } = this.#parts
    this.#waiting.set(tenant, new Set())
    const [line] = await Promise.all([
      caller.next(tenant).finally(() => this.#waiting.delete(tenant)),
      this.#postpone(tenant, alarms).catch(() => {}),
    ])
    if (!line) return
    const due = await book.due(clock.now() + NO_LINE_WAIT, MOST_AT_ONCE).catch(orRelease(line))
    const own = due.filter((alarm) => alarm.tenant === tenant)
    if (own.length === 0) return line.release()
    await this.#ring(line, own, extension)
  }

  /** Looked at again a little later; that it waits is written down once. */
  async #postpone(tenant: TenantId, alarms: readonly Alarm[]) {
    const { book, clock } = this.#parts
    const noted = this.#waiting.get(tenant) ?? new Set()
    const later = (alarm: Alarm) => ({ ...alarm, nextAt: clock.now() + NO_LINE_WAIT })
    const fresh = alarms.filter(({ id }) => !noted.has(id))
    for (const { id } of fresh) noted.add(id)
    await book.change(fresh, later, NO_LINE)
    await book.change(
      alarms.filter((alarm) => !fresh.includes(alarm)),
      later,
    )
  }

  async #ring(line: HeldLine, alarms: readonly Alarm[], extension: string) {
    const { book, clock } = this.#parts
    const telling = tellingOf(alarms)
    const call = await this.#order(telling.words, extension)
      .then((order) => line.prepare(order, NOTHING_TO_WRITE))
      .catch(orRelease(line))
    call.dial()
    const result = await call.ended
    const { kind, status } = result
    const told = { by: 'phone', extension, line: line.name, result: kind, status } as const
    if (result.kind === 'answered' && result.keys !== '')
      return book.acknowledged(telling.spoken, acknowledgedAt(extension, told))
    const rung = (alarm: Alarm): Alarm => ({ ...alarm, calls: alarm.calls + 1 })
    await book.change(alarms, (alarm) => ({ ...rung(alarm), nextAt: nextCall(rung(alarm), clock.now()) }), {
      kind: 'alarm.told',
      text: `Extension ${extension} was rung and nobody pressed a key (${result.kind})`,
      detail: told,
    })
  }

  async #order(words: readonly Word[], extension: string): Promise<CallOrder> {
    const { voice, site } = this.#parts
    const announcement = await voice.prepare(words, site().language)
    const thanks = await voice.prepare([{ phrase: 'thank-you' }], site().language)
    const reply = (): Speech => thanks
    return { extension, ringMs: DESK_RING_MS, announcement, rounds: DESK_ROUNDS, reply }
  }
}

const acknowledgedAt = (extension: string, detail: Acknowledgement['detail']) => {
  const name = `extension ${extension}`
  return { name, text: `Acknowledged at ${name}`, detail }
}

const NO_LINE = {
  kind: 'alarm.waiting',
  text: 'The desk cannot be rung yet: no telephone line is free and working',
  detail: { by: 'phone' },
} as const

const orRelease =
  (line: HeldLine) =>
  (error: unknown): never => {
    line.release()
    throw error
  }

/** A call to the desk that a crash cuts off is simply made again. */
const NOTHING_TO_WRITE: CallSteps = {
  dialled: () => {},
  answered: () => Promise.resolve(),
  progress: () => {},
  key: () => {},
}

/**
 * What one call says, and what a key in it acknowledges: everything that the call announces, wherever in its words the
 * key is pressed. Trouble of the house is said once, however many have noticed it; rooms beyond the first few have a
 * call of their own afterwards.
 */
function tellingOf(alarms: readonly Alarm[]): { words: Word[]; spoken: Alarm[] } {
  const told = alarms.map((alarm) => ({ alarm, told: toldOf(alarm) }))
  const rooms = told.flatMap(({ alarm, told: one }) => (isOfRoom(one) ? [{ alarm, told: one }] : []))
  const notices = told.flatMap(({ alarm, told: one }) => (isOfRoom(one) ? [] : [{ alarm, told: one }]))
  const once = new Map(notices.map((one) => [JSON.stringify(one.told), one.told]))
  const words = operatorWords(
    rooms.map((one) => one.told),
    [...once.values()],
  )
  return { words, spoken: [...rooms.slice(0, MOST_ALARMS), ...notices].map(({ alarm }) => alarm) }
}

const isOfRoom = (told: DeskTold): told is Exclude<DeskTold, Notice> =>
  typeof told === 'object' && 'room' in told
