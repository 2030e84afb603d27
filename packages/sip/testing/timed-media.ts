import type { Clock, Timer } from '../src/transactions/clock.ts'
import type {
  MediaStream,
  PlayOptions,
  PreparedAudio,
  StreamEvents,
  StreamOptions,
  StreamReport,
} from '../src/media/media-types.ts'
import { MachineEar, type SoundSign } from '../src/media/machine-ear.ts'
import type { MediaPort } from '../src/media/media-port.ts'

/** Every port is somebody's: keys that are pressed here are heard there. */
type Switchboard = Map<number, TimedStream>

/** Nothing has come for so long: the other side is gone. */
const TIMEOUT_MS = 30_000

/**
 * Audio without sound that takes its time: an announcement lasts as long as it is, by the clock that is given, and a
 * key that one stream presses is heard by the one that it was agreed with; so is that it has stopped. Sound counts only
 * for the signs of a machine in it. For tests that move the clock by hand.
 */
export function timedMedia(clock: Clock): MediaPort {
  const board: Switchboard = new Map()
  let next = 20_000
  return {
    host: '127.0.0.1',
    createStream({ agreed, ...options } = {}) {
      const stream = new TimedStream(next, clock, board, options)
      next += 2
      board.set(stream.localPort, stream)
      if (agreed) stream.retarget(agreed)
      return Promise.resolve(stream)
    },
  }
}

const SAMPLES_PER_MS = 8

type Listener = (...args: never[]) => void

class TimedStream implements MediaStream {
  readonly localPort: number
  readonly #clock: Clock
  readonly #board: Switchboard
  readonly #listeners = new Map<string, Set<Listener>>()
  #remotePort: number | null = null
  #wanted: { audio: PreparedAudio; options: PlayOptions } | null = null
  #playing: { since: number; lengthMs: number; delayMs: number; timer: Timer } | null = null
  #heardMs = 0
  readonly #options: StreamOptions
  #enough: Timer | undefined
  /** How much was heard when the other side was last there; all of it while it is. */
  #mostMs = Infinity
  #timeout: Timer | undefined
  readonly #sounds: Sound[] = []
  #keys = ''
  #report: StreamReport | undefined

  constructor(localPort: number, clock: Clock, board: Switchboard, options: StreamOptions) {
    this.localPort = localPort
    this.#clock = clock
    this.#board = board
    this.#options = options
  }

  play(audio: PreparedAudio, options: PlayOptions = {}) {
    this.#halt()
    this.#wanted = { audio, options }
    if (this.#remotePort !== null) this.#begin()
  }

  quiet() {
    this.#halt()
    this.#wanted = null
  }

  retarget(agreed: Parameters<MediaStream['retarget']>[0]) {
    this.#remotePort = agreed.remote.port
    if (!this.#playing) this.#begin()
  }

  pressKeys(keys: string) {
    for (const key of keys) this.#other?.hear(key)
    return Promise.resolve()
  }

  /** The other side says this, from that moment on. */
  listen(sound: Sound) {
    this.#sounds.push(sound)
  }

  hear(key: string) {
    this.#keys += key
    this.#tell('key', key)
  }

  startRecording() {}

  alive() {
    this.#mostMs = Infinity
    this.#timeout?.cancel()
  }

  /** The stream that this one was agreed with has stopped. */
  lose() {
    this.#mostMs = this.#heardSoFar()
    this.#enough?.cancel()
    this.#timeout = this.#clock.after(TIMEOUT_MS, () => this.#tell('timeout'))
  }

  stop() {
    this.#halt()
    this.#timeout?.cancel()
    if (this.#board.delete(this.localPort)) this.#other?.lose()
    const machineSigns = this.#options.hearsMachines === true ? signsIn(this.#sounds, this.#clock.now()) : []
    const heardMs = Math.min(this.#mostMs, this.#heardMs)
    const received = packetsIn(this.#sounds, this.#clock.now()) + this.#keys.length
    const sent = Math.floor(heardMs / PACKET_MS)
    this.#report ??= { ...NOTHING, heardMs, sent, received, keys: this.#keys, machineSigns }
    return Promise.resolve(this.#report)
  }

  on<Name extends keyof StreamEvents>(name: Name, listener: (...args: StreamEvents[Name]) => void) {
    const known = this.#listeners.get(name) ?? new Set<Listener>()
    this.#listeners.set(name, known.add(listener as Listener))
    return () => void known.delete(listener as Listener)
  }

  get #other(): TimedStream | undefined {
    return this.#remotePort === null ? undefined : this.#board.get(this.#remotePort)
  }

  #begin() {
    if (!this.#wanted) return
    const { audio, options } = this.#wanted
    const { times = 1, gapMs = 0, delayMs = 0 } = options
    const lengthMs = times * audio.durationMs + (times - 1) * gapMs
    const timer = this.#clock.after(delayMs + lengthMs, () => this.#finish())
    this.#playing = { since: this.#clock.now(), lengthMs, delayMs, timer }
    this.#other?.listen({ pcmu: audio.pcmu, from: this.#clock.now() + delayMs })
    const missingMs = (this.#options.heardEnoughMs ?? Infinity) - this.#heardMs
    if (missingMs <= lengthMs)
      this.#enough = this.#clock.after(delayMs + missingMs, () => this.#tell('heard'))
  }

  #heardSoFar(): number {
    if (!this.#playing) return this.#heardMs
    const { since, lengthMs, delayMs } = this.#playing
    return this.#heardMs + Math.max(0, Math.min(lengthMs, this.#clock.now() - since - delayMs))
  }

  #finish() {
    this.#halt()
    this.#wanted = null
    this.#tell('played')
  }

  #halt() {
    if (!this.#playing) return
    this.#heardMs = this.#heardSoFar()
    this.#playing.timer.cancel()
    this.#enough?.cancel()
    this.#playing = null
  }

  #tell<Name extends keyof StreamEvents>(name: Name, ...args: StreamEvents[Name]) {
    for (const listener of this.#listeners.get(name) ?? [])
      (listener as (...args: StreamEvents[Name]) => void)(...args)
  }
}

/** What was said, and since when. */
interface Sound {
  readonly pcmu: Uint8Array
  readonly from: number
}

const PACKET_MS = 20

/** Of what the other side has said by now. */
const packetsIn = (sounds: readonly Sound[], now: number): number =>
  sounds.reduce(
    (sum, { pcmu, from }) =>
      sum + Math.floor(Math.min(pcmu.length / SAMPLES_PER_MS, Math.max(0, now - from)) / PACKET_MS),
    0,
  )

function signsIn(sounds: readonly Sound[], now: number): readonly SoundSign[] {
  const ear = new MachineEar()
  for (const { pcmu, from } of sounds) {
    const heard = pcmu.subarray(0, Math.max(0, (now - from) * SAMPLES_PER_MS))
    const timestamp = ((from - (sounds[0]?.from ?? from)) * SAMPLES_PER_MS) >>> 0
    ear.hear({ payload: heard, timestamp }, 'PCMU')
  }
  return ear.signs
}

const NOTHING: StreamReport = {
  heardMs: 0,
  rounds: 0,
  sent: 0,
  skipped: 0,
  received: 0,
  lost: 0,
  reordered: 0,
  jitterMs: 0,
  longestGapMs: 0,
  keys: '',
  machineSigns: [],
  recording: null,
}
