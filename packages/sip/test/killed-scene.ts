import type { MediaPort } from '../src/media/media-port.ts'
import type { OutgoingCall } from '../src/call/outgoing-call.ts'
import type { Timings } from '../src/transactions/timers.ts'
import { createUserAgent, type UserAgent } from '../src/agent/user-agent.ts'
import { type LossyRelay, openRelay } from '../testing/lossy-relay.ts'
import {
  type CountedExchange,
  type ExchangeScript,
  type Heard,
  openCountedExchange,
} from './killed-exchange.ts'

const HERE = '127.0.0.1'
const QUICK: Timings = { T1: 20, T2: 80, T4: 100 }
/** Longer than the transaction waits for a first word. */
const RING_MS = 1_500
const SILENCE_MS = 400

interface Network {
  isCut: boolean
  lost: number
}

/** A moment of a call. */
export interface Moment {
  readonly script: ExchangeScript
  readonly hangsUpOn?: 'onRinging' | 'onAnswered'
  /** What we have heard, or what they have. */
  readonly at: { readonly progress: number } | { readonly heard: Heard }
}

/** An exchange, ourselves, and the network between us. */
export class Scene {
  readonly exchange: CountedExchange
  readonly agent: UserAgent
  readonly #relay: LossyRelay
  readonly #network: Network

  constructor(exchange: CountedExchange, relay: LossyRelay, network: Network, agent: UserAgent) {
    this.exchange = exchange
    this.agent = agent
    this.#relay = relay
    this.#network = network
  }

  /** Dials, and comes back at the step. */
  async dialTo({ script, at, hangsUpOn }: Moment): Promise<OutgoingCall> {
    this.exchange.script = script
    const heard = 'heard' in at ? this.exchange.has(at.heard) : null
    let onProgress = (_: number) => {}
    const progress = new Promise<void>((resolve) => {
      onProgress = (status) => void ('progress' in at && status === at.progress && resolve())
    })
    const call: OutgoingCall = this.agent.dial('voice1', {
      to: '101',
      ringMs: RING_MS,
      silenceMs: SILENCE_MS,
      onProgress,
      ...(hangsUpOn ? { [hangsUpOn]: () => void call.hangUp() } : {}),
    })
    await (heard ?? progress)
    return call
  }

  cut() {
    this.#network.isCut = true
    this.exchange.handset.speaks = false
  }

  mend() {
    this.#network.isCut = false
    this.exchange.handset.speaks = true
    this.exchange.script = { ...this.exchange.script, loses: [] }
    this.exchange.ring()
  }

  /** Datagrams that were lost in the cut. */
  get lost(): number {
    return this.#network.lost
  }

  /** What is left of a call on either side. */
  get left() {
    return { theirs: this.exchange.left, ...this.ours }
  }

  get ours() {
    return { calls: this.agent.calls, unfinished: this.agent.unfinished }
  }

  async close() {
    await this.agent.close({ abruptly: true })
    this.#relay.close()
    await this.exchange.close()
  }
}

async function openScene(media: MediaPort): Promise<Scene> {
  const exchange = await openCountedExchange()
  const network: Network = { isCut: false, lost: 0 }
  const relay = await openRelay(exchange.address, () => {
    if (network.isCut) network.lost += 1
    return network.isCut ? 'lose' : 'pass'
  })
  const agent = await createUserAgent({ bind: { host: HERE, port: 0 }, timings: QUICK, media })
  agent.addLine({ user: 'voice1', domain: HERE, exchange: relay.address, register: false })
  return new Scene(exchange, relay, network, agent)
}

/** Everything is closed afterwards, however it went. */
export async function play(media: MediaPort, act: (scene: Scene) => Promise<void>) {
  const scene = await openScene(media)
  try {
    await act(scene)
  } finally {
    await scene.close()
  }
}
