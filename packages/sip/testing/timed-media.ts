import type { Clock, Timer } from '../src/transactions/clock.ts'
import type {
  MediaStream,
  PlayOptions,
  PreparedAudio,
  StreamEvents,
  StreamReport,
} from '../src/media/media-types.ts'
import type { MediaPort } from '../src/media/media-port.ts'

/** Every port is somebody's: keys that are pressed here are heard there. */
type Switchboard = Map<number, TimedStream>

/**
 * Audio without sound that takes its time: an announcement lasts as long as it is, by the clock that is given, and a
 * key that one stream presses is heard by the one that it was agreed with. For tests that move the clock by hand.
 */
export function timedMedia(clock: Clock): MediaPort {
  const board: Switchboard = new Map()
  let next = 20_000
  return {
    host: '127.0.0.1',
    createStream({ agreed } = {}) {
      const stream = new TimedStream(next, clock, board)
      next += 2
      board.set(stream.localPort, stream)
      if (agreed) stream.retarget(agreed)
      return Promise.resolve(stream)
    },
  }
}

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
  #keys = ''
  #report: StreamReport | undefined

  constructor(localPort: number, clock: Clock, board: Switchboard) {
    this.localPort = localPort
    this.#clock = clock
    this.#board = board
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
    const other = this.#remotePort === null ? undefined : this.#board.get(this.#remotePort)
    for (const key of keys) other?.hear(key)
    return Promise.resolve()
  }

  hear(key: string) {
    this.#keys += key
    this.#tell('key', key)
  }

  startRecording() {}

  stop() {
    this.#halt()
    this.#board.delete(this.localPort)
    this.#report ??= { ...NOTHING, heardMs: this.#heardMs, keys: this.#keys }
    return Promise.resolve(this.#report)
  }

  on<Name extends keyof StreamEvents>(name: Name, listener: (...args: StreamEvents[Name]) => void) {
    const known = this.#listeners.get(name) ?? new Set<Listener>()
    this.#listeners.set(name, known.add(listener as Listener))
    return () => void known.delete(listener as Listener)
  }

  #begin() {
    if (!this.#wanted) return
    const { audio, options } = this.#wanted
    const { times = 1, gapMs = 0, delayMs = 0 } = options
    const lengthMs = times * audio.durationMs + (times - 1) * gapMs
    const timer = this.#clock.after(delayMs + lengthMs, () => this.#finish())
    this.#playing = { since: this.#clock.now(), lengthMs, delayMs, timer }
  }

  #finish() {
    this.#halt()
    this.#wanted = null
    this.#tell('played')
  }

  #halt() {
    if (!this.#playing) return
    const { since, lengthMs, delayMs, timer } = this.#playing
    timer.cancel()
    this.#playing = null
    this.#heardMs += Math.max(0, Math.min(lengthMs, this.#clock.now() - since - delayMs))
  }

  #tell<Name extends keyof StreamEvents>(name: Name, ...args: StreamEvents[Name]) {
    for (const listener of this.#listeners.get(name) ?? [])
      (listener as (...args: StreamEvents[Name]) => void)(...args)
  }
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
  recording: null,
}
