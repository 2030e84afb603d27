import type { Alarm } from '../hotel/alarm.ts'
import { noticeWords, operatorWords, type Word } from '../hotel/announcement.ts'
import type { Conduct } from '../hotel/conduct.ts'
import { isMailWanted, nextTelling, toldOf } from '../hotel/escalation.ts'
import type { TenantId } from '../hotel/tenancy.ts'
import { type Clock, type Instant, seconds } from '../kernel/clock.ts'
import { messageOf } from '../kernel/failure.ts'
import type { Log } from '../kernel/log.ts'
import type { Ticking } from '../kernel/service.ts'
import type { Caller, CallOrder, CallSteps, Speech, Voice } from '../calls/caller.ts'
import type { Mailer } from '../connectors/connector.ts'
import type { HotelDatabase, Stores } from '../store/stores.ts'

interface Parts {
  readonly database: HotelDatabase
  readonly caller: Caller
  readonly voice: Voice
  readonly mailer: Mailer
  readonly clock: Clock
  readonly log: Log
  conduct(tenant: TenantId): Conduct
  site(): { readonly name: string; readonly language: string }
}

const EVERY = seconds(2)
const MOST_AT_ONCE = 200
/** The desk has time to walk to its phone. */
const DESK_RING_MS = seconds(40)
const DESK_ROUNDS = 5
/** No line for the desk either: looked for again soon. */
const NO_LINE_WAIT = seconds(10)

/**
 * Tells the desk what it must know: by a call that speaks until somebody presses a key, and by mail. What was told, and
 * who said that they know, is in the log.
 */
export class DeskRunner implements Ticking {
  readonly name = 'desk'
  readonly #parts: Parts
  /** Tenants whose desk is being told at this moment. */
  readonly #telling = new Map<TenantId, Promise<void>>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async tick(now: Instant): Promise<Instant> {
    const due = await this.#parts.database.read.alarms.due(now, MOST_AT_ONCE)
    for (const tenant of new Set(due.map((alarm) => alarm.tenant))) {
      if (this.#telling.has(tenant)) continue
      const own = due.filter((alarm) => alarm.tenant === tenant)
      this.#telling.set(tenant, this.#tell(tenant, own))
    }
    return now + EVERY
  }

  /** When everything that is being told has been told. */
  async settled(): Promise<void> {
    await Promise.all(this.#telling.values())
  }

  async #tell(tenant: TenantId, alarms: readonly Alarm[]) {
    const { conduct, log } = this.#parts
    const { escalation } = conduct(tenant)
    try {
      for (const alarm of alarms)
        if (isMailWanted(alarm, escalation) && escalation.email) await this.#mail(alarm, escalation.email)
      if (escalation.extension !== null) await this.#ring(alarms, escalation.extension)
      else await this.#change(alarms, (alarm) => alarm)
    } catch (error) {
      log.error({ error: messageOf(error) }, 'The desk could not be told; tried again')
    } finally {
      this.#telling.delete(tenant)
    }
  }

  async #mail(alarm: Alarm, to: string) {
    const { mailer, site } = this.#parts
    const subject = `${site().name}: ${alarm.text}`
    const sent = await mailer
      .send({ to, subject, text: mailText(alarm) })
      .catch((error: unknown) => messageOf(error))
    const delivered = sent === undefined
    const said = delivered ? `Written to ${to}` : `Could not write to ${to}: ${sent}`
    await this.#change(
      [alarm],
      (now) => ({ ...now, mails: now.mails + 1, mailedAt: delivered ? this.#parts.clock.now() : null }),
      { text: said, detail: { by: 'mail', to, delivered } },
    )
  }

  /** One call tells everything that is open. */
  async #ring(alarms: readonly Alarm[], extension: string) {
    const { caller } = this.#parts
    const [first] = alarms
    // Guests wait for a line that rests; the desk, which may have to hear of just that, does not.
    const line = first && caller.take(first.tenant, true)
    if (!line) return this.#postpone(alarms)
    const call = await this.#order(alarms, extension)
      .then((order) => line.call(order, NOTHING_TO_REMEMBER))
      .catch((error: unknown) => {
        line.release()
        throw error
      })
    const result = await call.ended
    const pressed = result.kind === 'answered' && result.keys !== ''
    const told = { by: 'phone', extension, line: line.name, result: result.kind, status: result.status }
    if (pressed) return this.#acknowledge(alarms, extension, told)
    await this.#change(alarms, (alarm) => ({ ...alarm, calls: alarm.calls + 1 }), {
      text: `Extension ${extension} was rung and nobody pressed a key (${result.kind})`,
      detail: told,
    })
  }

  async #order(alarms: readonly Alarm[], extension: string): Promise<CallOrder> {
    const { voice, site } = this.#parts
    const announcement = await voice.prepare(wordsFor(alarms), site().language)
    const thanks = await voice.prepare([{ phrase: 'thank-you' }], site().language)
    const reply = (): Speech => thanks
    return { extension, ringMs: DESK_RING_MS, announcement, rounds: DESK_ROUNDS, reply }
  }

  #acknowledge(alarms: readonly Alarm[], extension: string, told: Record<string, unknown>) {
    const by = `extension ${extension}`
    const end = (alarm: Alarm): Alarm => ({
      ...alarm,
      calls: alarm.calls + 1,
      state: 'acknowledged',
      endedBy: by,
      endedAt: this.#parts.clock.now(),
    })
    return this.#change(alarms, end, {
      kind: 'alarm.acknowledged',
      text: `Acknowledged at ${by}`,
      detail: told,
    })
  }

  #postpone(alarms: readonly Alarm[]) {
    const { database, clock } = this.#parts
    const nextAt = clock.now() + NO_LINE_WAIT
    return database.transaction(async (stores) => {
      for (const alarm of await stillOpen(stores, alarms)) await stores.alarms.update({ ...alarm, nextAt })
    })
  }

  /** What has become of the alarms that are still open, with a row in the log; the next telling is decided anew. */
  #change(
    alarms: readonly Alarm[],
    change: (alarm: Alarm) => Alarm,
    happened?: { kind?: string; text: string; detail: Record<string, unknown> },
  ) {
    const { database, clock, conduct } = this.#parts
    return database.transaction(async (stores) => {
      for (const alarm of await stillOpen(stores, alarms)) {
        const changed = change(alarm)
        const nextAt = nextTelling(changed, conduct(alarm.tenant).escalation, clock.now())
        await stores.alarms.update({ ...changed, nextAt })
        if (happened) await stores.activity.add(rowOf(alarm, happened, clock.now()))
      }
    })
  }
}

async function stillOpen(stores: Stores, alarms: readonly Alarm[]): Promise<Alarm[]> {
  const found = []
  for (const { id } of alarms) found.push(await stores.alarms.get(id))
  return found.filter((alarm) => alarm?.state === 'open') as Alarm[]
}

/** A call to the desk that a crash cuts off is simply made again. */
const NOTHING_TO_REMEMBER: CallSteps = {
  remember: () => Promise.resolve(),
  answered: () => Promise.resolve(),
  progress: () => {},
  key: () => {},
}

/** Rooms first; trouble of the house once, however many have noticed it. */
function wordsFor(alarms: readonly Alarm[]): Word[] {
  const told = alarms.map(toldOf)
  const rooms = told.filter((one) => typeof one !== 'string')
  const notices = [...new Set(told.filter((one) => typeof one === 'string'))]
  return [...(rooms.length > 0 ? operatorWords(rooms) : []), ...notices.flatMap(noticeWords)]
}

const mailText = (alarm: Alarm) =>
  `${alarm.text}\n\nPlease acknowledge it in Reveille, so that others know that you know.\n`

const rowOf = (
  alarm: Alarm,
  { kind = 'alarm.told', text, detail }: { kind?: string; text: string; detail: Record<string, unknown> },
  at: Instant,
) => ({
  at,
  tenant: alarm.tenant,
  kind,
  room: alarm.room,
  actor: 'system',
  source: 'system' as const,
  wakeup: alarm.kind.startsWith('wakeup.') ? alarm.subject : null,
  text,
  detail: { alarm: alarm.id, ...detail },
})
