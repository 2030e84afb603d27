import type { NodeFacts } from '../../hotel/nodes/node-facts.ts'
import { BEAT_EVERY, type Home, type Node } from '../../hotel/nodes/node.ts'
import { deadAmong, livingAmong, look, NOTHING_SEEN } from '../../hotel/nodes/sightings.ts'
import { type Clock, type Instant, seconds } from '../../kernel/clock.ts'
import { Failure, messageOf } from '../../kernel/failure.ts'
import type { Ids } from '../../kernel/ids.ts'
import type { Log } from '../../kernel/log.ts'
import type { Service } from '../../kernel/service.ts'
import { WakeLoop } from '../../kernel/wake-loop.ts'
import { heardWithin } from '../../kernel/within.ts'
import type { HotelDatabase } from '../../store/stores/stores.ts'
import { Permit } from './permit.ts'

interface Parts {
  /** Small transactions that wait for no other work. */
  readonly apart: HotelDatabase['transaction']
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly name: string
  /** The data folder that we run from. */
  readonly machine: string
  readonly version: string
  /** Where we serve, as far as that is known. */
  address(): string
  facts(): Omit<NodeFacts, 'isAlone' | 'sees'>
  /** For how long a node rings from memory without its database: one that sees others, and one that sees none. */
  readonly memory: { readonly amongOthers: number; readonly alone: number }
  /** Whether all the nodes at these addresses say that they are cut off from the database. */
  areCutOff(addresses: readonly string[]): Promise<boolean>
}

/** What a beat has shown of all nodes and their houses. */
export interface View {
  readonly nodes: readonly Node[]
  readonly homes: readonly Home[]
  /** The number of the configuration. */
  readonly configuration: number
  /** Those that are dead as far as we can tell. */
  readonly dead: readonly Node[]
  /** Those that have beaten a moment ago, ourselves among them. */
  readonly living: readonly Node[]
}

interface Answer extends Omit<View, 'dead' | 'living'> {
  /** When the beat was sent, and whether it says that we are alone. */
  readonly sentAt: number
  readonly isAlone: boolean
  /** False when others have declared us lost. */
  readonly isOurs: boolean
}

type ViewListener = (view: View) => void

const PATIENCE = seconds(2)
/** Once it does not answer, the others are asked before our permit ends. */
const CUT_OFF_PATIENCE = seconds(0.5)
/** So long before others could take over, a node that is cut off rings nobody any more. */
const SPARE = seconds(5)

/**
 * Says every second that this node is there, and looks who else is. Nothing else is done here, so that nothing else can
 * delay it: a node whose beats stop is taken for dead.
 */
export class Beat implements Service {
  readonly permit: Permit
  readonly #parts: Parts
  readonly #loop: WakeLoop
  readonly #listeners: ViewListener[] = []
  readonly #lost: (() => void)[] = []
  #lease: string | null = null
  #sightings = NOTHING_SEEN
  #isAlone = false
  /** Whether the last beat that was written says that we are alone; when it was sent. */
  #written = { isAlone: false, sentAt: -Infinity }
  #isCutOff = false
  #nodes: readonly Node[] = []
  /** One that is still under way; no other is sent meanwhile. */
  #beating: Promise<Answer> | null = null

  constructor(parts: Parts) {
    this.#parts = parts
    this.permit = new Permit(parts.clock)
    this.#loop = new WakeLoop({
      clock: parts.clock,
      retryMs: BEAT_EVERY,
      look: () => this.#look(),
      failed: (error) =>
        parts.log.debug({ event: 'node.not-beaten', error: messageOf(error) }, 'No beat can be written'),
    })
  }

  /** Of this start alone; null while we are no node. */
  get lease(): string | null {
    return this.#lease
  }

  /** All nodes, as they were seen last. */
  get nodes(): readonly Node[] {
    return this.#nodes
  }

  /** Those that have beaten a moment ago, without ourselves. */
  get others(): readonly Node[] {
    return livingAmong(this.#sightings, this.#nodes).filter(({ lease }) => lease !== this.#lease)
  }

  /** How long ago the beat of a node was last seen to change; null of one that we have not seen. */
  silentMs(lease: string): number | null {
    const seen = this.#sightings.nodes.get(lease)
    return seen === undefined ? null : Math.round(this.#parts.clock.elapsed() - seen.since)
  }

  /** Whether no other node was there when we last looked. */
  get isAlone(): boolean {
    return this.#isAlone
  }

  /** Whether all who look at the nodes know that no other could take our houses over for a quarter of an hour. */
  get isKnownAlone(): boolean {
    return this.#written.isAlone
  }

  /** The last beat could not be written: we see nobody, and count everybody's silence anew. */
  get isCutOff(): boolean {
    return this.#isCutOff
  }

  onView(listener: ViewListener): void {
    this.#listeners.push(listener)
  }

  /** Told when others have declared us lost: they live in our houses now. */
  onLost(listener: () => void): void {
    this.#lost.push(listener)
  }

  async start(): Promise<void> {
    await this.join()
    this.#loop.start()
    this.#loop.wake()
    // Whoever is served from now on is served by a node that may act.
    await this.settled()
  }

  async stop(): Promise<void> {
    await this.#loop.stop()
    this.permit.giveUp()
  }

  wake(): void {
    this.#loop.wake()
  }

  settled = (): Promise<void> => this.#loop.settled()

  /** Under a lease of its own, with no house. */
  async join(): Promise<void> {
    const { apart, clock, ids, name, version, address, facts } = this.#parts
    const node: Node = {
      lease: ids.uuid(),
      name,
      address: address(),
      version,
      beat: 0,
      state: 'up',
      joinedAt: clock.now(),
      machine: this.#parts.machine,
      arranged: '',
      facts: { ...facts(), isAlone: false, sees: [] },
    }
    await apart(({ nodes }) => nodes.join(node))
    this.#lease = node.lease
    this.#sightings = NOTHING_SEEN
    this.#loop.wake()
  }

  async #look(): Promise<Instant> {
    const { clock } = this.#parts
    const lease = this.#lease
    if (lease === null) return Infinity
    const answer = await this.#orCutOff(this.#inTime(lease))
    const { isOurs, nodes, homes, configuration, sentAt, isAlone } = answer
    if (!isOurs) return this.#wasLost()
    this.#isCutOff = false
    this.permit.renew(sentAt)
    this.#written = { isAlone, sentAt }
    this.#nodes = nodes
    this.#sightings = look(this.#sightings, nodes, clock.elapsed())
    this.#isAlone = !nodes.some((node) => node.lease !== lease && node.state !== 'lost')
    const living = livingAmong(this.#sightings, nodes)
    const view = { nodes, homes, configuration, dead: this.#deadAmong(nodes, lease), living }
    for (const listener of this.#listeners) listener(view)
    return clock.now() + BEAT_EVERY
  }

  async #orCutOff(beating: Promise<Answer>): Promise<Answer> {
    try {
      return await beating
    } catch (error) {
      await this.#goOnByWord()
      throw error
    }
  }

  /**
   * Without its database a node rings on from memory as long as nobody can take over: it was alone, or all the others are
   * cut off as well, and will count our silence anew. A newcomer waits longer than we have anything to ring.
   */
  async #goOnByWord() {
    const { clock, memory, areCutOff } = this.#parts
    this.#isCutOff = true
    this.#sightings = { ...this.#sightings, at: -Infinity }
    const askedAt = clock.elapsed()
    const longest = this.isKnownAlone ? memory.alone : memory.amongOthers
    if (askedAt - this.#written.sentAt >= longest - SPARE) return
    const others = this.#nodes.filter(({ lease, state }) => lease !== this.#lease && state !== 'lost')
    if (await areCutOff(others.map(({ address }) => address))) this.permit.renew(askedAt)
  }

  /** One that is still under way is waited for: it counts from when it was sent. */
  async #inTime(lease: string): Promise<Answer> {
    const { clock } = this.#parts
    this.#beating ??= this.#send(lease).finally(() => (this.#beating = null))
    const patience = this.#isCutOff ? CUT_OFF_PATIENCE : PATIENCE
    const answer = await heardWithin(clock, patience, this.#beating)
    if (answer === null) throw new Failure('store.unavailable', 'The database does not answer')
    return answer
  }

  #send(lease: string): Promise<Answer> {
    const { apart, clock, address, facts } = this.#parts
    const [sentAt, isAlone] = [clock.elapsed(), this.#isAlone]
    const said = { ...facts(), isAlone, sees: this.#nodes.map((node) => node.lease) }
    return apart(async ({ nodes, homes, site }) => ({
      isOurs: await nodes.beat({ lease, address: address(), facts: said }),
      nodes: await nodes.list(),
      homes: await homes.list(),
      configuration: await site.configuration(),
      sentAt,
      isAlone,
    }))
  }

  #deadAmong(nodes: readonly Node[], lease: string) {
    const { machine, memory } = this.#parts
    const silenceOf = ({ facts }: Node) => (facts.isAlone ? memory.alone : memory.amongOthers)
    return deadAmong(this.#sightings, nodes, { lease, machine, silenceOf })
  }

  #wasLost(): Instant {
    const { log, name } = this.#parts
    this.permit.giveUp()
    this.#lease = null
    log.warn({ event: 'node.lost', node: name }, 'Other nodes have declared this one lost; it joins anew')
    for (const listener of this.#lost) listener()
    return Infinity
  }
}
