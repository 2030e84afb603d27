import type { Behaviours } from './behaviours.ts'
import { codePage } from './code-pages.ts'
import { Connections } from './connections.ts'
import { Books, type Posting } from './folio.ts'
import { framed } from './framing.ts'
import { type Heard, Inbox } from './inbox.ts'
import type { LinkParts } from './link.ts'
import type { OtherPropertySystemOptions } from './options.ts'
import { PostingDesk } from './posting-desk.ts'
import { Reception } from './reception.ts'
import { dateAndTime, type WireRecord } from './records.ts'
import { Waiting } from './waiting.ts'

/**
 * A hotel's property system, as the other end of the wire: a server with books of its own, written from the facts of the
 * protocol and without knowing any client. It is strict, and keeps a list of what a client did wrong.
 */
export class OtherPropertySystem {
  /** Sentences; a client that keeps to the protocol leaves it empty. */
  readonly violations: string[] = []
  readonly reception: Reception
  readonly #books: Books
  readonly #desk: PostingDesk
  readonly #inbox: Inbox
  readonly #connections: Connections
  readonly #waiting = new Waiting()
  readonly #now: () => number
  #isAliveHeld = false

  static async open(options: OtherPropertySystemOptions = {}): Promise<OtherPropertySystem> {
    const system = new OtherPropertySystem(options)
    await system.comeBack()
    return system
  }

  private constructor(options: OtherPropertySystemOptions) {
    const { takesNegatives = true, answersPostings = true, answerWithinMs = 30_000 } = options
    this.#now = options.now ?? Date.now
    this.#books = new Books(options.rooms ?? [])
    this.#connections = new Connections(options.port ?? 0, this.#linkParts(options), () =>
      this.reception.linkIsOver(),
    )
    const parts = {
      books: this.#books,
      now: this.#now,
      violation: (sentence: string) => void this.violations.push(sentence),
      send: (record: WireRecord) => this.#connections.send(record),
      hangUp: () => this.hangUp(),
      changed: () => this.#waiting.changed(),
    }
    this.reception = new Reception(parts)
    const rules = { ...options, takesNegatives, answersPostings, answerWithinMs }
    this.#desk = new PostingDesk({ ...parts, rules })
    this.#inbox = new Inbox({ ...parts, desk: this.#desk, reception: this.reception })
  }

  /** Every record that came, also those that were passed over. */
  get heard(): readonly Heard[] {
    return this.#inbox.heard
  }

  get port(): number {
    return this.#connections.port
  }

  /** How many were opened, how many of them were taken over, bytes between records, and whether the link is alive. */
  get connections(): Pick<Connections, 'count' | 'takeovers' | 'strayBytes' | 'isAlive'> {
    return this.#connections
  }

  /** All that came, in order, on folios or not. */
  get postings(): readonly Posting[] {
    return this.#books.postings
  }

  /** The lines that were posted to this room. */
  folio(room: string): readonly Posting[] {
    return this.#books.folio(room)
  }

  /** In minor units. */
  total(room: string): number {
    return this.#books.total(room)
  }

  /** The lines on folios that have this `P#`. */
  byNumber(number: string | number): readonly Posting[] {
    return this.#books.byNumber(String(number))
  }

  /** The `P#` that stand on folios more than once. */
  doubled(): readonly string[] {
    return this.#books.doubled()
  }

  /** The `P#` under which different things were posted. */
  reused(): readonly string[] {
    return this.#books.reused()
  }

  /** How postings are met: `always`, the `next` ones, or `whenever` something holds for them. */
  get meets(): Pick<Behaviours, 'always' | 'next' | 'whenever'> {
    return this.#desk.behaviours
  }

  /** Answers that were held back, all or that of one `P#`; how many left, over the link that there is by now. */
  release(number?: string | number): number {
    return this.#desk.release(number === undefined ? undefined : String(number))
  }

  /** Until it is over, every posting is answered with NA and not booked. */
  beginNightAudit(): void {
    this.#desk.isClosedForAudit = true
    this.#connections.send({ id: 'NS', fields: dateAndTime(this.#now()) })
  }

  endNightAudit(): void {
    this.#desk.isClosedForAudit = false
    this.#connections.send({ id: 'NE', fields: dateAndTime(this.#now()) })
  }

  /** The client's LA stays without an answer until `comeAlive()`. */
  holdAlive(): void {
    this.#isAliveHeld = true
  }

  comeAlive(): void {
    this.#isAliveHeld = false
    this.#connections.link?.comeAlive()
  }

  /** LS, as after a restart of this side: the client must describe itself again. */
  restartLink(): void {
    this.#connections.link?.restart()
  }

  /** LE; the client answers it. */
  endLink(): void {
    this.#connections.link?.end()
  }

  hangUp(): void {
    this.#connections.link?.hangUp()
  }

  /** Any text as a record, whatever state the link is in. */
  say(text: string): boolean {
    return this.writeBytes(framed(Buffer.from(text, 'latin1'), false))
  }

  writeBytes(bytes: Buffer): boolean {
    return this.#connections.link?.writeBytes(bytes) ?? false
  }

  /** Hangs up and leaves the port; the books stay. */
  goAway(): Promise<void> {
    return this.#connections.close()
  }

  /** On the same port. */
  comeBack(): Promise<void> {
    return this.#connections.open()
  }

  until(isDone: () => boolean): Promise<void> {
    return this.#waiting.until(isDone)
  }

  async close(): Promise<void> {
    this.#desk.close()
    await this.#connections.close()
    this.#waiting.close()
  }

  #linkParts(options: OtherPropertySystemOptions): LinkParts {
    return {
      codePage: codePage(options.codePage ?? 'ISO-8859-1'),
      handwriting: options.handwriting ?? {},
      greets: options.greets ?? true,
      aliveEveryMs: options.aliveEveryMs ?? 300_000,
      now: this.#now,
      mayComeAlive: () => !this.#isAliveHeld,
      violation: (sentence) => void this.violations.push(sentence),
      heard: (link, record, faults, isTaken) => this.#inbox.take(link, record, faults, isTaken),
      changed: () => this.#waiting.changed(),
    }
  }
}
