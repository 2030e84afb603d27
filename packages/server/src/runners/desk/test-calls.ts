import type { CallAudio, CallOrder, CallSteps, DeskCaller, HeldLine, Voice } from '../../calls/caller.ts'
import { ownName } from '../../hotel/accounts/tenancy.ts'
import {
  type LineTest,
  type TestOrder,
  type TestEnd,
  type TestStep,
  testWords,
  THANKS,
  verdictOnTest,
} from '../../hotel/desk/line-test.ts'
import type { CallResult } from '../../hotel/wakeups/call-result.ts'
import { type Clock, minutes, seconds } from '../../kernel/clock.ts'
import { messageOf } from '../../kernel/failure.ts'
import type { Log } from '../../kernel/log.ts'
import { record } from '../../logbook/record.ts'
import type { HotelDatabase } from '../../store/stores/stores.ts'

interface Parts {
  readonly caller: DeskCaller
  readonly voice: Voice
  readonly database: HotelDatabase
  readonly clock: Clock
  readonly log: Log
  site(): { readonly language: string }
}

interface Going {
  readonly order: TestOrder
  readonly beganAt: number
  test: LineTest
  audio: CallAudio | null
}

/** Whoever tries a line sits in front of the phone. */
const RING_MS = seconds(30)
const ROUNDS = 4
const LOOK_AGAIN = seconds(1)
/** Guests go first, and then it was enough. */
const MOST_PATIENCE = minutes(1)
const MOST_KEPT = 100

/** Calls by which people prove a line. None of them takes it from a guest who is due: they wait as calls to the desk do. */
export class TestCalls {
  readonly #parts: Parts
  readonly #tests = new Map<string, Going>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  find = (id: string): LineTest | undefined => this.#tests.get(id)?.test

  /** Begins it; what becomes of it is told by `find`. */
  begin(id: string, order: TestOrder): void {
    const { clock, log } = this.#parts
    const { line, tenant, extension } = order
    const test: LineTest = { id, line, tenant, extension, state: 'waiting', steps: [], end: null }
    const going: Going = { order, beganAt: clock.elapsed(), test, audio: null }
    this.#keep(going)
    this.#place(going).catch((error: unknown) => {
      log.error({ event: 'line.test-broken', error: messageOf(error) }, 'A test call broke off')
      this.#over(going, { ...NOT_PLACED, reason: messageOf(error) })
    })
  }

  #keep(going: Going) {
    this.#tests.set(going.test.id, going)
    const oldest = this.#tests.keys().next()
    if (this.#tests.size > MOST_KEPT && !oldest.done) this.#tests.delete(oldest.value)
  }

  async #place(going: Going) {
    const line = await this.#line(going.order)
    if (line === null) return this.#end(going, NOT_PLACED)
    const result = await this.#ring(going, line).catch((error: unknown) => {
      line.release()
      throw error
    })
    await this.#end(going, endOf(result, going.audio))
  }

  /** One that no guest needs who is due. */
  async #line({ tenant, line }: TestOrder): Promise<HeldLine | null> {
    const { caller, clock } = this.#parts
    const until = clock.now() + MOST_PATIENCE
    for (;;) {
      const held = caller.spare(tenant, ownName(tenant, line))
      if (held || clock.now() >= until) return held
      await new Promise<void>((resolve) => void clock.at(clock.now() + LOOK_AGAIN, resolve))
    }
  }

  async #ring(going: Going, line: HeldLine): Promise<CallResult> {
    going.test = { ...going.test, state: 'calling' }
    const call = await line.prepare(await this.#order(going.order), this.#steps(going))
    call.dial()
    return call.ended
  }

  async #order({ extension, prompt }: TestOrder): Promise<CallOrder> {
    const { voice, site } = this.#parts
    const { language } = site()
    const [announcement, thanks] = await Promise.all([
      voice.prepare(testWords(language, prompt), language),
      voice.prepare(THANKS, language),
    ])
    const rounds = prompt === null ? ROUNDS : 1
    return { extension, ringMs: RING_MS, announcement, hearsMachines: false, rounds, reply: () => thanks }
  }

  #steps(going: Going): CallSteps {
    const tell = (step: TestStep['step'], more: Partial<TestStep> = {}) => this.#tell(going, step, more)
    return {
      dialled: () => tell('dialled'),
      answered: () => Promise.resolve(tell('answered')),
      heard: () => tell('heard'),
      progress: (status, reason) => {
        if (status === 180 || status === 183) tell('ringing', { status })
        else if (status >= 300) tell('refused', { status, text: reason })
      },
      key: (key) => tell('key', { text: key }),
      audio: (audio) => void (going.audio = audio),
    }
  }

  #tell(going: Going, step: TestStep['step'], more: Partial<TestStep>) {
    const ms = Math.round(this.#parts.clock.elapsed() - going.beganAt)
    const last = going.test.steps.at(-1)
    // Every branch of the exchange says that it rings; and asking for credentials is no refusal of the call.
    if (last?.step === step && step === 'ringing') return
    if (more.status === 401 || more.status === 407) return
    going.test = {
      ...going.test,
      steps: [...going.test.steps, { step, ms, status: null, text: '', ...more }],
    }
  }

  #over(going: Going, end: TestEnd) {
    going.test = { ...going.test, state: 'over', end: { ...end, verdict: verdictOnTest(end) } }
  }

  async #end(going: Going, end: TestEnd) {
    const { database, clock } = this.#parts
    const { by, tenant, line, extension } = going.order
    const verdict = verdictOnTest(end)
    this.#over(going, end)
    await database.transaction((stores) =>
      record(stores, by, clock.now(), {
        kind: 'line.tested',
        tenant,
        text: `Test call over line ${line} to ${extension}: ${verdict}`,
        detail: { key: line, extension, verdict, status: end.status, reason: end.reason },
      }),
    )
  }
}

const NOT_PLACED: TestEnd = {
  outcome: 'no-line',
  status: null,
  reason: '',
  hungUpBy: null,
  heardMs: 0,
  keys: '',
  audio: null,
}

function endOf(result: CallResult, audio: CallAudio | null): TestEnd {
  const { status, reason } = result
  if (result.kind !== 'answered') return { ...NOT_PLACED, outcome: result.kind, status, reason }
  const { hungUpBy, heardMs, keys } = result
  return { outcome: 'answered', status, reason, hungUpBy, heardMs, keys, audio }
}
