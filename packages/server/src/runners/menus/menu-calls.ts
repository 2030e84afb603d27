import type { InboundCall, Voice } from '../../calls/caller.ts'
import type { Permission } from '../../hotel/accounts/account.ts'
import type { TenantId } from '../../hotel/accounts/tenancy.ts'
import type { CallingRoom } from '../../hotel/menus/calling-room.ts'
import { type DeskDeed, deskMenu, type DeskResult } from '../../hotel/menus/desk-menu.ts'
import { type GuestDeed, guestMenu, type GuestResult } from '../../hotel/menus/guest-menu.ts'
import {
  type HousekeepingDeed,
  housekeepingMenu,
  type HousekeepingResult,
} from '../../hotel/menus/housekeeping-menu.ts'
import { NOT_NOW, TURNED_AWAY } from '../../hotel/menus/last-words.ts'
import { MAIN_MENU } from '../../hotel/menus/main-menu.ts'
import type { Menu, MenuName } from '../../hotel/menus/menu.ts'
import { type MinibarDeed, minibarMenu, type MinibarResult } from '../../hotel/menus/minibar-menu.ts'
import { afterSignIn, type SignInDeed, type SignInResult } from '../../hotel/menus/sign-in.ts'
import type { Mailbox } from '../../hotel/rooms/room.ts'
import { type HotelLanguages, languageOfRoom } from '../../hotel/rooms/stay.ts'
import { type Clock, minutes, seconds } from '../../kernel/clock.ts'
import { messageOf } from '../../kernel/failure.ts'
import { Lately } from '../../kernel/lately.ts'
import type { Log } from '../../kernel/log.ts'
import { within } from '../../kernel/within.ts'
import { MenuCall } from './menu-call.ts'
import { TalkedCall } from './talked-call.ts'

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

/** What somebody who works here does in one call, once they have signed in. */
export interface StaffDeeds {
  /** Whether it is the phone of the desk, which needs no PIN for its own alarms. */
  readonly isDesk: boolean
  signIn(deed: SignInDeed, needs: readonly Permission[]): Promise<SignInResult>
  housekeeping(deed: HousekeepingDeed, number: number): Promise<HousekeepingResult>
  minibar(deed: MinibarDeed, number: number): Promise<MinibarResult>
  desk(deed: DeskDeed): Promise<DeskResult>
  /** The call is over. */
  end(): void
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
  readonly log: Pick<Log, 'error' | 'warn'>
  readonly guests: GuestDeeds
  /** `caller`: the number that counts for who calls; null for somebody who hides it. */
  staff(call: InboundCall, caller: string | null): StaffDeeds
  site(): HotelLanguages
  rules(): MenuRules
}

/** Whose phone calls; unknown, where that cannot be found out. */
type Whence = CallingRoom | null | 'unknown'

interface Talk {
  readonly talked: TalkedCall
  readonly whence: Whence
  readonly staff: StaffDeeds
}

/** Guests are soon done; who goes from room to room is not. */
const MOST_MS = minutes(2)
const MOST_OF_STAFF_MS = minutes(5)
/** So often may one phone call the menu of guests within ten minutes: more is a fault, or mischief. */
const MOST_CALLS = 10
/** A database that has not answered by then is away: nobody listens to it ringing. */
const LOOK_UP_MS = seconds(2)

/** Answers the calls that come in. */
export class MenuCalls {
  readonly #parts: Parts
  readonly #lately: Lately
  #going = 0

  constructor(parts: Parts) {
    this.#parts = parts
    this.#lately = new Lately(parts.clock, MOST_CALLS, minutes(10))
  }

  /** Calls that a menu talks to. */
  get going(): number {
    return this.#going
  }

  answer(call: InboundCall): void {
    const isOften = call.menu === 'guest' && this.#isTooOften(call)
    if (this.#going >= this.#parts.rules().atOnce || isOften) return call.refuse()
    this.#going += 1
    this.#talk(call)
      .catch((error: unknown) => this.#failed(call, error))
      .finally(() => (this.#going -= 1))
  }

  /** Whoever works here may call as often as there are rooms, and is not counted: without a PIN nothing is done. */
  #isTooOften(call: InboundCall): boolean {
    const { line, caller } = call
    const number = this.#callerOf(call) ?? caller.from
    const phone = `${line} ${number}`
    if (this.#lately.waitMs(phone) > 0) return true
    this.#lately.count(phone)
    if (this.#lately.waitMs(phone) > 0)
      this.#parts.log.warn(
        { event: 'menu.too-often', line, phone: number },
        'A phone has called the menu of guests ten times in ten minutes: it is busy to it for a while',
      )
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
    const whence = call.menu === 'desk' ? null : await this.#roomOf(call)
    const staff = this.#parts.staff(call, this.#callerOf(call))
    const talk = { talked: new TalkedCall(call), whence, staff }
    try {
      for (let menu: MenuName | null = call.menu; menu !== null;) menu = await this.#menu(menu, talk)
    } finally {
      staff.end()
    }
  }

  /** Gives the menu that goes on. */
  #menu(name: MenuName, talk: Talk): Promise<MenuName | null> {
    const { staff, whence } = talk
    const room = whence === null || whence === 'unknown' ? null : whence.mailbox.number
    switch (name) {
      case 'guest':
        return this.#guest(talk)
      case 'main':
        return this.#run(talk, MAIN_MENU, NOTHING_IS_DONE, MOST_MS)
      case 'housekeeping':
        return this.#staff(talk, afterSignIn(housekeepingMenu(room)), (deed, number) =>
          deed.kind === 'sign in' ? staff.signIn(deed, []) : staff.housekeeping(deed, number),
        )
      case 'minibar':
        return this.#staff(talk, afterSignIn(minibarMenu(room)), (deed, number) =>
          deed.kind === 'sign in' ? staff.signIn(deed, ['inventory']) : staff.minibar(deed, number),
        )
      case 'desk':
        return staff.isDesk
          ? this.#staff(talk, deskMenu(), (deed) => staff.desk(deed))
          : this.#staff(talk, afterSignIn(deskMenu()), (deed) =>
              deed.kind === 'sign in' ? staff.signIn(deed, ['frontdesk']) : staff.desk(deed),
            )
    }
  }

  #guest(talk: Talk): Promise<MenuName | null> {
    const { guests } = this.#parts
    const { whence, talked } = talk
    const isOften = talked.call.menu === 'main' && this.#isTooOften(talked.call)
    if (whence === 'unknown' || isOften) return this.#run(talk, NOT_NOW, NOTHING_IS_DONE, MOST_MS)
    if (whence === null) return this.#run(talk, TURNED_AWAY, NOTHING_IS_DONE, MOST_MS)
    const { mailbox: room, calls } = whence
    return this.#run(
      talk,
      guestMenu(calls),
      (deed, number) => guests.carryOut(deed, { room, call: talked.call, number }),
      MOST_MS,
    )
  }

  #staff<State, Deed, Result>(
    talk: Talk,
    menu: Menu<State, Deed, Result>,
    carryOut: (deed: Deed, number: number) => Promise<Result>,
  ) {
    return this.#run({ ...talk, whence: null }, menu, carryOut, MOST_OF_STAFF_MS)
  }

  #run<State, Deed, Result>(
    { talked, whence }: Talk,
    menu: Menu<State, Deed, Result>,
    carryOut: (deed: Deed, number: number) => Promise<Result>,
    mostMs: number,
  ): Promise<MenuName | null> {
    const language = this.#languageOf(whence)
    return new MenuCall({ ...this.#parts, talked, menu, language, mostMs, carryOut }).run()
  }

  /** A guest hears the own language, whoever works here that of the house. */
  #languageOf(whence: Whence): string {
    const site = this.#parts.site()
    if (whence === null || whence === 'unknown') return site.language
    return languageOfRoom(whence.guests, whence.mailbox, site)
  }

  /** Null for a phone that is no room's. */
  async #roomOf(call: InboundCall): Promise<Whence> {
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
}

const NOTHING_IS_DONE = () => Promise.reject(new Error('Nothing is done here'))
