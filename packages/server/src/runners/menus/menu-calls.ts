import type { InboundCall, Voice } from '../../calls/caller.ts'
import type { CallingRoom } from '../../hotel/menus/calling-room.ts'
import { type GuestDeed, guestMenu, type GuestResult } from '../../hotel/menus/guest-menu.ts'
import { NOT_NOW, TURNED_AWAY } from '../../hotel/menus/last-words.ts'
import type { Menu } from '../../hotel/menus/menu.ts'
import type { Mailbox } from '../../hotel/rooms/room.ts'
import { type HotelLanguages, languageOfRoom } from '../../hotel/rooms/stay.ts'
import type { TenantId } from '../../hotel/accounts/tenancy.ts'
import { type Clock, type Instant, minutes, seconds } from '../../kernel/clock.ts'
import { messageOf } from '../../kernel/failure.ts'
import type { Log } from '../../kernel/log.ts'
import { within } from '../../kernel/within.ts'
import { MenuCall } from './menu-call.ts'

/** Which deed of which call it is, so that it is never done twice. */
export interface MenuDeed {
  readonly room: Mailbox
  readonly call: InboundCall
  readonly number: number
}

/** What guests may do, as the house does it. */
export interface GuestDeeds {
  room(tenant: TenantId, extension: string): Promise<CallingRoom | null>
  carryOut(deed: GuestDeed, by: MenuDeed): Promise<GuestResult>
}

export interface MenuRules {
  /** Whose word counts for who calls. */
  readonly identity: 'from' | 'asserted'
  /** Menus at once. */
  readonly atOnce: number
}

interface Parts {
  readonly voice: Voice
  readonly clock: Clock
  readonly log: Pick<Log, 'error'>
  readonly guests: GuestDeeds
  site(): HotelLanguages
  rules(): MenuRules
}

const MOST_MS = minutes(2)
/** So often may one phone call within so long: more is a fault, or mischief. */
const MOST_CALLS = 10
const WITHIN = minutes(10)
/** A database that has not answered by then is away: nobody listens to it ringing. */
const LOOK_UP_MS = seconds(2)

/** Answers the calls that come in. */
export class MenuCalls {
  readonly #parts: Parts
  /** When each phone has called of late, by line and number. */
  readonly #lately = new Map<string, Instant[]>()
  #going = 0

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Calls that a menu talks to. */
  get going(): number {
    return this.#going
  }

  answer(call: InboundCall): void {
    if (this.#going >= this.#parts.rules().atOnce || this.#isTooOften(call)) return call.refuse()
    this.#going += 1
    this.#talk(call)
      .catch((error: unknown) => this.#failed(call, error))
      .finally(() => (this.#going -= 1))
  }

  #isTooOften({ line, caller }: InboundCall): boolean {
    const now = this.#parts.clock.now()
    for (const [phone, times] of this.#lately) {
      const recent = times.filter((at) => Math.abs(now - at) < WITHIN)
      if (recent.length > 0) this.#lately.set(phone, recent)
      else this.#lately.delete(phone)
    }
    const phone = `${line} ${caller.from}`
    const times = this.#lately.get(phone) ?? []
    if (times.length >= MOST_CALLS) return true
    this.#lately.set(phone, [...times, now])
    return false
  }

  #failed(call: InboundCall, error: unknown) {
    this.#parts.log.error(
      { event: 'menu.broken', call: call.callId, error: messageOf(error) },
      'A call to a menu broke off',
    )
    call.refuse()
    call.hangUp()
  }

  async #talk(call: InboundCall) {
    const { guests, site } = this.#parts
    const room = await this.#roomOf(call)
    if (room === 'unknown') return this.#saysOnly(NOT_NOW, call)
    if (room === null) return this.#saysOnly(TURNED_AWAY, call)
    const { mailbox } = room
    await new MenuCall({
      ...this.#parts,
      call,
      menu: guestMenu(room.calls),
      language: languageOfRoom(room.guests, mailbox, site()),
      mostMs: MOST_MS,
      carryOut: (deed, number) => guests.carryOut(deed, { room: mailbox, call, number }),
    }).run()
  }

  /** Null for a phone that is no room's. */
  async #roomOf(call: InboundCall): Promise<CallingRoom | null | 'unknown'> {
    const { guests, clock, log } = this.#parts
    const extension = this.#callerOf(call)
    if (extension === null) return null
    const found = guests.room(call.tenant, extension).then((room) => ({ room }))
    const answer = await within(clock, LOOK_UP_MS, found).catch((error: unknown) => {
      log.error(
        { event: 'menu.not-done', call: call.callId, error: messageOf(error) },
        'It could not be found out which room calls',
      )
      return null
    })
    return answer === null ? 'unknown' : answer.room
  }

  /** Somebody who hides, or whose phone was forwarded here, is nobody's room. */
  #callerOf({ caller }: InboundCall): string | null {
    if (caller.isAnonymous || caller.isForwarded) return null
    return this.#parts.rules().identity === 'asserted' ? caller.asserted : caller.from
  }

  async #saysOnly(menu: Menu<null, never, never>, call: InboundCall) {
    const carryOut = () => Promise.reject(new Error('Nothing is done here'))
    const { language } = this.#parts.site()
    await new MenuCall({ ...this.#parts, call, menu, language, mostMs: MOST_MS, carryOut }).run()
  }
}
