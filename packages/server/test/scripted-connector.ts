import type { Connector, DeliveryAnswer, DeliveryToSend, LateAnswer } from '../src/connectors/connector.ts'
import type { Destination } from '../src/hotel/deliveries/destination.ts'

/** What a destination does with a message; a promise that stays open is a destination that does not answer. */
export type Script = (
  delivery: DeliveryToSend,
  signal: AbortSignal,
) => DeliveryAnswer | Promise<DeliveryAnswer>

/** A destination without a network: it does what a test says, and remembers what it was given. */
export interface ScriptedConnector extends Connector {
  ready: boolean
  script: Script
  /** Everything it was handed, in order. */
  readonly seen: DeliveryToSend[]
  /** What it took, in order. */
  readonly took: DeliveryToSend[]
  readonly closed: boolean
  /** The most that were under way at one time. */
  readonly most: number
  /** It can take messages again. */
  linkUp(): void
  /** It answers when nobody waits for that any more. */
  late(answer: LateAnswer): void
}

export interface ScriptedOptions {
  readonly atOnce?: number
  readonly script?: Script
  memoFor?(delivery: DeliveryToSend): Readonly<Record<string, unknown>>
}

export const took: Script = () => ({ verdict: { kind: 'delivered' }, status: 200, text: 'thanks' })
export const fails: Script = () => ({ verdict: { kind: 'later' }, status: 503, text: 'not now' })
export const refuses: Script = () => ({
  verdict: { kind: 'refused', reason: 'no such room' },
  status: 422,
  text: 'no such room',
})
export const doubts: Script = () => ({
  verdict: { kind: 'uncertain', reason: 'no answer came' },
  status: null,
  text: 'no answer came',
})

export function scriptedConnector(options: ScriptedOptions = {}): ScriptedConnector {
  const listeners: (() => void)[] = []
  const ears: ((late: LateAnswer) => void)[] = []
  let [under, most, closed] = [0, 0, false]
  const connector: ScriptedConnector = {
    atOnce: options.atOnce ?? 16,
    ready: true,
    script: options.script ?? took,
    seen: [],
    took: [],
    get most() {
      return most
    },
    get closed() {
      return closed
    },
    ...(options.memoFor ? { memoFor: options.memoFor } : {}),
    onReady: (listener) => void listeners.push(listener),
    linkUp() {
      connector.ready = true
      for (const listener of listeners) listener()
    },
    onLate: (ear) => void ears.push(ear),
    late: (answer) => ears.forEach((tell) => tell(answer)),
    async deliver(delivery, signal) {
      connector.seen.push(delivery)
      most = Math.max(most, ++under)
      const answer = await connector.script(delivery, signal)
      under -= 1
      if (answer.verdict.kind === 'delivered') connector.took.push(delivery)
      return answer
    },
    close: async () => {
      closed = true
    },
  }
  return connector
}

/** Connectors by the names of their destinations. */
export const byName =
  (connectors: Readonly<Record<string, Connector>>) =>
  ({ name }: Destination): Connector | null =>
    connectors[name] ?? null
