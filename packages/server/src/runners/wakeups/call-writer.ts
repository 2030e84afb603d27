import type { CallHandle } from '../../calls/caller.ts'
import { type Clock, seconds } from '../../kernel/clock.ts'
import { isHouseLost, messageOf } from '../../kernel/failure.ts'
import type { Log } from '../../kernel/log.ts'
import { untilWritten } from '../../kernel/until-written.ts'
import { within } from '../../kernel/within.ts'
import type { ClaimedWakeup } from '../../store/stores/wakeup-claims.ts'
import type { CallNotes } from './call-notes.ts'
import { MOST_TOGETHER, Together } from './together.ts'
import type { Arming, EndFacts } from './call-facts.ts'
import type { WakeupBook } from './wakeup-book.ts'
import { answeredNote, type WakeupNote } from './wakeup-notes.ts'

interface Parts {
  readonly book: Pick<
    WakeupBook,
    'arm' | 'disarm' | 'begun' | 'note' | 'answered' | 'heard' | 'ended' | 'late'
  >
  readonly clock: Clock
  readonly log: Log
  /** Resolves when every room whose moment has come is dialled: dialling goes before writing. */
  dialled(): Promise<void>
}

interface Answer {
  readonly notes: CallNotes
  readonly note: WakeupNote
  readonly handle: CallHandle
}

interface End extends Omit<EndFacts, 'rung'> {
  readonly notes: CallNotes
  readonly note: WakeupNote
}

/** A guest who has picked up hears nothing until that is written, and is rung again if we die before it is. */
const ANSWER_WAITS = 100
/** Nobody waits for it: the line is free, and an answer for good is in the book. */
const END_WAITS = seconds(1)

/**
 * Writes what happens to calls, many calls together, and nothing while rooms are being dialled. What leads to the next
 * INVITE goes before what is over, as long as the guests who have picked up have not waited for a moment: in a crowd
 * there is always one more room to dial.
 */
export class CallWriter {
  readonly #parts: Parts
  readonly #armings: Together<Arming, ClaimedWakeup | undefined>
  readonly #disarmings: Together<ClaimedWakeup, void>
  readonly #dialled: Together<CallNotes, boolean>
  readonly #answers: Together<Answer, void>
  readonly #heard: Together<ClaimedWakeup, void>
  readonly #endings: Together<End, void>
  /** Writes that the next dial depends on: the others wait for them. */
  readonly #urgent = new Set<Promise<unknown>>()
  readonly #talkative = new Set<CallNotes>()
  #isNoting = false
  #isStopping = false
  #isHandingOn = false

  constructor(parts: Parts) {
    const soon = () => parts.dialled()
    const waiting = (mostMs: number) => async () => void (await within(parts.clock, mostMs, this.#afterAll()))
    this.#parts = parts
    this.#armings = new Together({ turn: soon, write: (items) => this.#arm(items) })
    this.#disarmings = new Together({ turn: soon, write: each((items) => parts.book.disarm(items)) })
    this.#dialled = new Together({ turn: soon, write: (items) => this.#begun(items) })
    this.#answers = new Together({ turn: waiting(ANSWER_WAITS), write: each((items) => this.#answer(items)) })
    this.#heard = new Together({
      turn: waiting(ANSWER_WAITS),
      write: each((items) => parts.book.heard(items, parts.clock.now())),
    })
    this.#endings = new Together({ turn: waiting(END_WAITS), write: each((items) => this.#end(items)) })
  }

  /** From now on the book says that it is about to be dialled. Undefined when the call was changed meanwhile. */
  arm(arming: Arming): Promise<ClaimedWakeup | undefined> {
    return this.#urgently(this.#armings.add(arming))
  }

  /** Not dialled after all. The next process finds what we could not write. */
  async disarm(call: ClaimedWakeup): Promise<void> {
    await this.#insist(
      (isAlone) => this.#disarmings.add(call, isAlone),
      (error) => {
        this.#parts.log.error(
          { event: 'wakeup.still-in-book', wakeup: call.id, error: messageOf(error) },
          'A call that is not dialled is still in the book',
        )
        return this.#isStopping
      },
    )
  }

  /** It was dialled, which is written only afterwards; says whether the call is unchanged since it was armed. */
  async dialled(notes: CallNotes): Promise<boolean> {
    const written = this.#urgently(this.#dialled.add(notes))
    notes.beginsWith(written)
    const isUnchanged = await written.catch(() => true)
    // Notes that came during this write are not part of it.
    if (notes.hasNews) this.noteSoon(notes)
    return isUnchanged
  }

  /** With the handle that hangs it up, should we die now. */
  async answered(notes: CallNotes, handle: CallHandle): Promise<void> {
    const note = answeredNote(notes.moment())
    await notes.keep()
    await this.#answers.add({ notes, note, handle }).finally(() => notes.letGo())
  }

  /** From here on the room is never rung again for this call. What cannot be written is known when the call ends. */
  async heard({ call }: CallNotes): Promise<void> {
    await this.#heard
      .add(call)
      .catch((error: unknown) =>
        this.#parts.log.warn(
          { event: 'wakeup.heard-unwritten', wakeup: call.id, error: messageOf(error) },
          'That an announcement was heard is not in the book',
        ),
      )
  }

  /** How it ended must get into the book: a database that does not answer is waited for, until we hand on. */
  async ended(end: End): Promise<void> {
    await end.notes.keep()
    const isLost = await this.#insist(
      (isAlone) => this.#endings.add(end, isAlone),
      (error) => {
        this.#parts.log.error(
          { event: 'wakeup.end-unwritten', wakeup: end.notes.call.id, error: messageOf(error) },
          'How a call ended is not yet written down',
        )
        return this.#isHandingOn
      },
    )
    if (isLost) await this.#tellLate(end)
  }

  /** Others have the house: they are told what only we know, and decide. */
  async #tellLate({ notes, note, ...end }: End) {
    const { book, clock, log } = this.#parts
    await book
      .late({ ...end, rung: notes.rung(note) }, clock.now())
      .catch((error: unknown) =>
        log.error(
          { event: 'wakeup.end-unwritten', wakeup: notes.call.id, error: messageOf(error) },
          'How a call ended is not written down, as another node has its house',
        ),
      )
  }

  /** Writes what exchanges say about many calls together, soon: a reader of the log sees it while the phones ring. */
  noteSoon(notes: CallNotes) {
    this.#talkative.add(notes)
    if (this.#isNoting) return
    this.#isNoting = true
    this.#parts.clock.shortly(() => void this.#noteAll())
  }

  /** What is not dialled need not be taken out of the book any more: the next process does it. */
  stop() {
    this.#isStopping = true
  }

  /** We end: what the database does not take now, the next process finds as cut off. */
  handOn() {
    this.#isHandingOn = true
  }

  async #noteAll() {
    while (this.#talkative.size > 0) {
      await this.#afterAll()
      const some = [...this.#talkative].slice(0, MOST_TOGETHER)
      for (const notes of some) this.#talkative.delete(notes)
      // Looked at only now: a call that goes on meanwhile writes its notes itself.
      await this.#note(some.filter(({ hasNews }) => hasNews))
    }
    this.#isNoting = false
  }

  async #note(batch: readonly CallNotes[]) {
    const { book, log } = this.#parts
    if (batch.length === 0) return
    const told = batch.map((notes) => notes.rung())
    const written = book.note(told)
    for (const [at, notes] of batch.entries()) notes.noted(told[at]?.notes.length ?? 0, written)
    await written.catch((error: unknown) =>
      log.warn(
        { event: 'wakeups.progress-unwritten', error: messageOf(error) },
        'What exchanges say is not yet in the log',
      ),
    )
  }

  async #arm(armings: readonly Arming[]): Promise<(ClaimedWakeup | undefined)[]> {
    const { book, clock, log } = this.#parts
    try {
      const written = new Map((await book.arm(armings, clock.now())).map((call) => [call.id, call]))
      return armings.map(({ call }) => written.get(call.id))
    } catch (error) {
      log.error(
        { event: 'wakeups.not-written', error: messageOf(error) },
        'Calls that are due could not be written down; tried again',
      )
      throw error
    }
  }

  async #begun(batch: readonly CallNotes[]): Promise<boolean[]> {
    const { book, log } = this.#parts
    const told = batch.map((notes) => notes.rung())
    const written = book.begun(told)
    for (const [at, notes] of batch.entries()) notes.noted(told[at]?.notes.length ?? 0, written)
    try {
      const unchanged = new Set(await written)
      for (const notes of batch) notes.known()
      return batch.map(({ call }) => unchanged.has(call.id))
    } catch (error) {
      log.warn(
        { event: 'wakeups.ring-unwritten', error: messageOf(error) },
        'Calls ring that are not yet in the book',
      )
      throw error
    }
  }

  async #answer(answers: readonly Answer[]) {
    const { book, clock } = this.#parts
    const told = answers.map(({ notes, note, handle }) => ({ rung: notes.rung(note), handle }))
    await book.answered(told, clock.now())
    for (const [at, { notes }] of answers.entries()) notes.allNoted((told[at]?.rung.notes.length ?? 1) - 1)
  }

  async #end(ends: readonly End[]) {
    const { book, clock } = this.#parts
    const endings = ends.map(({ notes, note, ...rest }) => ({ ...rest, rung: notes.rung(note) }))
    await book.ended(endings, clock.now())
  }

  /**
   * What has failed among others is tried alone, until `failed` says that it is enough. Says whether others decide about
   * it now: then what we know is not ours to write any more.
   */
  async #insist(
    write: (isAlone: boolean) => Promise<void>,
    failed: (error: unknown) => boolean,
  ): Promise<boolean> {
    let isAlone = false
    let isLost = false
    const again = (error: unknown) => {
      isAlone = true
      isLost = isHouseLost(error)
      return isLost || failed(error) ? 'give up' : 'again'
    }
    await untilWritten(this.#parts.clock, () => write(isAlone), again)
    return isLost
  }

  #urgently<T>(work: Promise<T>): Promise<T> {
    this.#urgent.add(work)
    const done = () => void this.#urgent.delete(work)
    work.then(done, done)
    return work
  }

  async #afterAll() {
    do {
      await this.#parts.dialled()
      await Promise.allSettled(this.#urgent)
    } while (this.#urgent.size > 0)
  }
}

/** For writes that have no result for each item. */
const each =
  <Item>(write: (items: readonly Item[]) => Promise<unknown>) =>
  async (items: readonly Item[]): Promise<void[]> => {
    await write(items)
    return items.map(() => undefined)
  }
