import type { Clock, Timer } from '../src/transactions/clock.ts'
import type { IncomingCall, IncomingEnd } from '../src/call/incoming-call.ts'
import { writeDtmfRelay } from '../src/dialog/info.ts'
import type { PhoneEvent, PhoneKeys, PhoneScript } from './phone-script.ts'

export interface Stage {
  readonly clock: Clock
  tell(event: PhoneEvent): void
}

const REFUSALS = { busy: 486, reject: 603 } as const

/** Plays a script on one call. What is still planned when the call ends is forgotten. */
export class PhonePerformance {
  readonly #script: PhoneScript
  readonly #call: IncomingCall
  readonly #stage: Stage
  readonly #planned = new Set<Timer>()

  constructor(script: PhoneScript, call: IncomingCall, stage: Stage) {
    this.#script = script
    this.#call = call
    this.#stage = stage
  }

  begin() {
    const { does, triesMs = 0 } = this.#script
    void this.#call.ended.then((end) => this.#finish(end))
    if (does === 'silent') return this.#staySilent()
    if (triesMs === 0) return this.#perform(does)
    this.#call.trying()
    this.#after(triesMs, () => this.#perform(does))
  }

  #perform(does: Exclude<PhoneScript['does'], 'silent'>) {
    const { ringMs = 0, rings = 180 } = this.#script
    if (ringMs > 0 || does === 'ring') this.#ring(rings)
    if (does === 'ring') return
    if (ringMs > 0) this.#after(ringMs, () => this.#decide(does))
    else this.#decide(does)
  }

  #after(ms: number, act: () => void) {
    this.#planned.add(this.#stage.clock.after(ms, act))
  }

  #finish(end: IncomingEnd) {
    for (const timer of this.#planned) timer.cancel()
    this.#stage.tell({ kind: 'ends', end })
  }

  #staySilent() {
    this.#stage.tell({ kind: 'stays silent' })
    this.#call.ignore()
  }

  #ring(status: 180 | 183) {
    this.#call.ring(status)
    this.#stage.tell({ kind: 'rings' })
  }

  #decide(does: 'answer' | keyof typeof REFUSALS | number) {
    if (does === 'answer') return void this.#answer()
    this.#refuse(typeof does === 'number' ? does : REFUSALS[does])
  }

  #refuse(status: number) {
    this.#stage.tell({ kind: 'refuses', status })
    this.#call.reject(status, this.#script.headers)
  }

  async #answer() {
    const { says, saying, records = false } = this.#script
    const { tell } = this.#stage
    await this.#call.accept({
      record: records,
      onKey: (key) => tell({ kind: 'hears key', key }),
      onHold: (held) => tell({ kind: held ? 'is held' : 'is resumed' }),
      ...(says ? { announcement: says } : {}),
      ...(saying ? { playing: saying } : {}),
    })
    // The caller may have given up meanwhile.
    if (this.#call.state !== 'up') return
    tell({ kind: 'answers' })
    this.#planTalk()
  }

  #planTalk() {
    const { keys = [], holds, hangsUpAfterMs } = this.#script
    for (const press of keys) this.#after(press.afterMs, () => void this.#press(press))
    if (holds) this.#after(holds.afterMs, () => this.#hold(true))
    if (holds) this.#after(holds.afterMs + holds.forMs, () => this.#hold(false))
    if (hangsUpAfterMs !== undefined) this.#after(hangsUpAfterMs, () => this.#hangUp())
  }

  async #press({ keys, by = 'rtp' }: PhoneKeys) {
    this.#stage.tell({ kind: 'presses', keys })
    const infos = by === 'rtp' ? [] : Array.from(keys)
    const pressed = by === 'info' ? Promise.resolve() : this.#call.pressKeys(keys)
    for (const key of infos) await this.#call.sendInfo('application/dtmf-relay', writeDtmfRelay(key, 160))
    await pressed
  }

  #hold(on: boolean) {
    this.#stage.tell({ kind: on ? 'holds' : 'resumes' })
    this.#call.hold(on)
  }

  #hangUp() {
    this.#stage.tell({ kind: 'hangs up' })
    void this.#call.hangUp()
  }
}
