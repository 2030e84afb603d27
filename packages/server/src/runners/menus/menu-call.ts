import type { InboundCall, Speech, Voice } from '../../calls/caller.ts'
import type { Menu, MenuEvent, MenuName, MenuStep } from '../../hotel/menus/menu.ts'
import { LINE_NEEDED } from '../../hotel/menus/last-words.ts'
import type { Word } from '../../hotel/wakeups/announcement.ts'
import type { Clock, Timer } from '../../kernel/clock.ts'
import { messageOf } from '../../kernel/failure.ts'
import type { Log } from '../../kernel/log.ts'
import type { TalkedCall } from './talked-call.ts'

interface Parts<State, Deed, Result> {
  readonly talked: TalkedCall
  readonly menu: Menu<State, Deed, Result>
  readonly voice: Voice
  readonly language: string
  readonly clock: Clock
  readonly log: Pick<Log, 'error'>
  /** So long may it last in all. */
  readonly mostMs: number
  /** `number`: which deed of this call it is. */
  carryOut(deed: Deed, number: number): Promise<Result>
}

const KEYS = /^[0-9*#]$/
/** From the last word to the end: who listens hears that it is over. */
const LAST_PAUSE_MS = 400

/** Carries out one menu on one call: speaks, listens, waits, and does what is asked for. */
export class MenuCall<State, Deed, Result> {
  readonly #parts: Parts<State, Deed, Result>
  readonly #call: InboundCall
  #state: State
  /** Which words are the last that were wanted: those before them are not said any more. */
  #turn = 0
  /** Since when those are said; null before. */
  #saidSince: number | null = null
  #timer: Timer | undefined
  #isOver = false
  /** Nothing is heard or done any more: the last words are said. */
  #isLeaving = false
  #goOn: (menu: MenuName) => void = () => {}

  constructor(parts: Parts<State, Deed, Result>) {
    this.#parts = parts
    this.#call = parts.talked.call
    this.#state = parts.menu.begin.state
  }

  /** Resolves when nobody is there any more, with null; or with the menu that goes on. */
  async run(): Promise<MenuName | null> {
    const { talked, menu, voice, language, clock, mostMs } = this.#parts
    // Ready before the phone is picked up: nobody hears silence.
    if (!talked.isUp) await voice.prepare(menu.begin.say ?? [], language)
    await talked.pickUp((key) => this.#pressed(key))
    const longest = clock.at(clock.now() + mostMs, () => this.#call.hangUp())
    const chosen = new Promise<MenuName>((resolve) => (this.#goOn = resolve))
    this.#enter(menu.begin)
    void this.#call.lineNeeded.then(() => this.#leave())
    const next = await Promise.race([chosen, this.#call.ended.then(() => null)])
    this.#isOver = true
    longest.cancel()
    this.#timer?.cancel()
    return next
  }

  #pressed(key: string) {
    if (!KEYS.test(key)) return
    const heardMs = this.#saidSince === null ? 0 : this.#parts.clock.elapsed() - this.#saidSince
    this.#happen({ kind: 'key', key, heardMs })
  }

  #happen(event: MenuEvent<Result>) {
    if (!this.#isOver && !this.#isLeaving) this.#enter(this.#parts.menu.step(this.#state, event))
  }

  #enter({ state, say, listenMs, deed, isOver = false, goesTo }: MenuStep<State, Deed>) {
    this.#state = state
    if (say !== undefined) this.#fallSilent()
    if (goesTo !== undefined) this.#goOn(goesTo)
    else if (deed !== undefined) void this.#do(deed)
    else if (say !== undefined && say.length > 0) void this.#say(say, listenMs, isOver)
    else if (isOver) this.#call.hangUp()
    else if (listenMs !== undefined) this.#listen(listenMs)
  }

  /** A guest is to be woken over this line. What was asked for is done; what was not is asked for again. */
  #leave() {
    if (this.#isOver || this.#isLeaving) return
    this.#isLeaving = true
    this.#fallSilent()
    void this.#say(LINE_NEEDED, undefined, true)
  }

  /** What was being said is cut off: whoever presses a key knows what to press. */
  #fallSilent() {
    this.#turn += 1
    this.#saidSince = null
    this.#timer?.cancel()
    this.#call.quiet()
  }

  async #say(words: readonly Word[], listenMs: number | undefined, isLast: boolean) {
    const { voice, language, clock } = this.#parts
    const turn = this.#turn
    const speech: Speech = await voice.prepare(words, language)
    if (turn !== this.#turn || this.#isOver) return
    this.#saidSince = clock.elapsed()
    await this.#call.say(speech)
    if (turn !== this.#turn || this.#isOver) return
    if (isLast) this.#after(LAST_PAUSE_MS, () => this.#call.hangUp())
    else if (listenMs !== undefined) this.#listen(listenMs)
  }

  #listen(ms: number) {
    this.#after(ms, () => this.#happen({ kind: 'silence' }))
  }

  #after(ms: number, act: () => void) {
    const { clock } = this.#parts
    this.#timer?.cancel()
    this.#timer = clock.at(clock.now() + ms, act)
  }

  /** It is done also when the guest has hung up meanwhile: they have asked for it. */
  async #do(deed: Deed) {
    const { carryOut, log, talked } = this.#parts
    const number = talked.nextDeed()
    try {
      // Tried twice under the same number: an answer that was lost is found then, and nothing is done twice.
      const result = await carryOut(deed, number).catch(() => carryOut(deed, number))
      this.#happen({ kind: 'done', result })
    } catch (error) {
      log.error(
        { event: 'menu.not-done', call: this.#call.callId, error: messageOf(error) },
        'What was asked for by telephone could not be done',
      )
      this.#happen({ kind: 'failed' })
    }
  }
}
