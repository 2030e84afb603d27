import type { Clock, Timer } from '../../src/transactions/clock.ts'
import { hostText } from '../../src/messages/address.ts'
import { type Media, openMedia } from '../../src/media/media.ts'
import type { MediaPort } from '../../src/media/media-port.ts'
import type { RegistrationState } from '../../src/lines/registration.ts'
import type { PhoneEvent } from '../phone-script.ts'
import { openPhones, type PhoneCall, type Phones } from '../scripted-phone.ts'
import { eventText, Tally, timeText } from './journal.ts'
import { Recordings } from './recordings.ts'
import { everyNumber, scriptFor } from './rules.ts'
import type { PhonesCommand, Registrar } from './words.ts'

const PROGRESS_MS = 10_000
const MOST_RECORDED_MS = 600_000
/** By then a registrar that is there has said something. */
const SILENCE_MS = 3_000

export interface Desk {
  readonly clock: Clock
  say(line: string): void
  /** The audio has died: nothing works any more. */
  giveUp(why: string): void
}

/** Phones that stand and are rung, with everything that is told about them. */
export class RunningPhones {
  readonly #command: PhonesCommand
  readonly #desk: Desk
  readonly #tally = new Tally()
  readonly #ids = new WeakMap<PhoneCall, number>()
  readonly #registered = new Set<string>()
  #lastId = 0
  #told = ''
  #progress: Timer | undefined
  #silence: Timer | undefined
  #recordings: Recordings | undefined
  #audio: Media | undefined
  #phones: Phones | undefined

  constructor(command: PhonesCommand, desk: Desk) {
    this.#command = command
    this.#desk = desk
  }

  async open() {
    const { bind, protocol, rules, ringMs, record, registrar, audioPorts } = this.#command
    if (record !== null) this.#recordings = await Recordings.open(record, (line) => this.#line(line))
    const onFault = (error: Error) => this.#desk.giveUp(`The audio has stopped: ${error.message}`)
    this.#audio = await openMedia({ host: bind.host, ports: audioPorts, onFault })
    this.#phones = await openPhones({
      bind,
      protocols: [protocol],
      media: this.#mediaOf(this.#audio),
      script: (number) => scriptFor(rules, number, ringMs),
      onCall: (call) => this.#onCall(call),
      onEvent: (call, event) => this.#onEvent(call, event),
      onRegistration: (number, state, why) => this.#onRegistration(number, state, why),
      clock: this.#desk.clock,
    })
    this.#sayReady(this.#phones)
    if (registrar) this.#register(this.#phones, registrar)
    this.#planProgress()
  }

  /** Every stream is recorded from its beginning, so that its end can tell what was heard. */
  #mediaOf(audio: Media): MediaPort {
    const { quiet, record, bind } = this.#command
    return {
      host: bind.host,
      createStream: async (options) => {
        const stream = await audio.createStream(options)
        if (!quiet || record !== null) stream.startRecording({ maxMs: MOST_RECORDED_MS })
        return stream
      },
    }
  }

  #sayReady({ address }: Phones) {
    const { protocol, rules } = this.#command
    const at = `sip:${hostText(address.host)}:${address.port}`
    this.#desk.say(`Phones are ready at ${at} over ${protocol}. Ctrl-C stops.`)
    this.#desk.say(`  ${rules.map(({ written }) => written).join('  ')}`)
  }

  #register({ agent }: Phones, registrar: Registrar) {
    const { protocol, rules } = this.#command
    const { exchange, domain, user, password } = registrar
    for (const number of everyNumber(rules)) {
      const credentials = { username: user ?? number, password: password ?? '' }
      agent.addLine({ user: number, domain, exchange, protocol, credentials })
    }
    this.#silence = this.#desk.clock.after(SILENCE_MS, () => this.#sayIfSilent(agent, registrar))
  }

  /** The phones find out by themselves, but only after half a minute (RFC 3261 17.1.2.2, timer F). */
  #sayIfSilent(agent: Phones['agent'], { exchange: { host, port } }: Registrar) {
    if (!agent.lines().every(({ registered }) => registered === 'registering')) return
    const at = `${hostText(host)}:${port} over ${this.#command.protocol}`
    this.#line(`The registrar at ${at} does not answer; the phones keep trying`)
  }

  #onCall(call: PhoneCall) {
    this.#ids.set(call, ++this.#lastId)
    this.#tally.count({ kind: 'is called' })
    this.#eventLine(call, `is called by ${call.from || 'somebody without a number'}`)
  }

  #onEvent(call: PhoneCall, event: PhoneEvent) {
    this.#tally.count(event)
    const file = event.kind === 'ends' ? this.#keep(call, event) : null
    this.#eventLine(call, file === null ? eventText(event) : `${eventText(event)}; ${file}`)
  }

  #keep(call: PhoneCall, { end }: Extract<PhoneEvent, { kind: 'ends' }>): string | null {
    const { clock } = this.#desk
    const [id, number, at] = [this.#ids.get(call) ?? 0, call.number, clock.now()]
    return this.#recordings?.keep(end, { id, number, at }) ?? null
  }

  /** Told when it changes, not each time that it is refreshed. */
  #onRegistration(number: string, state: RegistrationState, why: string) {
    const before = this.#registered.has(number)
    if (state === 'registered') this.#registered.add(number)
    if (state === 'backing off' || state === 'stopped') this.#registered.delete(number)
    const after = this.#registered.has(number)
    if (state === 'backing off') this.#line(`${number.padEnd(6)} is not registered: ${why}; it tries again`)
    else if (before !== after && !this.#command.quiet)
      this.#line(`${number.padEnd(6)} is ${after ? 'registered' : 'no longer registered'}`)
  }

  #eventLine(call: PhoneCall, text: string) {
    if (this.#command.quiet) return
    const id = `#${this.#ids.get(call) ?? 0}`
    this.#line(`${call.number.padEnd(6)} ${id.padEnd(4)} ${text}`)
  }

  #line(text: string) {
    this.#desk.say(`${timeText(this.#desk.clock.now())}  ${text}`)
  }

  #planProgress() {
    this.#progress = this.#desk.clock.after(PROGRESS_MS, () => {
      this.#sayProgress()
      this.#planProgress()
    })
  }

  #sayProgress() {
    const { registrar, rules } = this.#command
    const registered = `; ${this.#registered.size} of ${everyNumber(rules).length} registered`
    const text = registrar ? `${this.#tally.text}${registered}` : this.#tally.text
    if (text !== this.#told) this.#line(text)
    this.#told = text
  }

  /** Hangs up, un-registers, and finishes what is being written. */
  async close() {
    this.#progress?.cancel()
    this.#silence?.cancel()
    await this.#phones?.close()
    await this.#audio?.close()
    await this.#recordings?.close()
    if (this.#phones) this.#line(this.#tally.text)
  }
}
