import type {
  MediaStream,
  PlayOptions,
  PreparedAudio,
  StreamEvents,
  StreamOptions,
  StreamReport,
} from '../src/media/media-types.ts'
import type { MediaPort } from '../src/media/media-port.ts'
import type { AgreedAudio } from '../src/sdp/offer-answer.ts'

/** A stream without sound that tells what was asked of it. */
export interface SilentStream extends MediaStream {
  /** What it was opened with. */
  readonly options: StreamOptions
  readonly agreed: readonly AgreedAudio[]
  readonly playing: { readonly audio: PreparedAudio; readonly options: PlayOptions | undefined } | null
  readonly stopped: boolean
  /** How often it was told that the other side is there. */
  readonly signs: number
  /** Makes something happen on it. */
  tell<Name extends keyof StreamEvents>(name: Name, ...args: StreamEvents[Name]): void
}

export interface SilentMedia extends MediaPort {
  readonly streams: readonly SilentStream[]
  /** Streams that nobody has stopped. */
  readonly open: number
}

const REPORT: StreamReport = {
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

/** Audio for tests of signalling: no sockets, no thread. Each stream reports that so much was heard. */
export function silentMedia(heardMs = 0): SilentMedia {
  const streams: SilentStream[] = []
  return {
    host: '127.0.0.1',
    streams,
    get open() {
      return streams.filter((stream) => !stream.stopped).length
    },
    createStream(options = {}) {
      const stream = new QuietStream(20_000 + 2 * streams.length, options, { ...REPORT, heardMs })
      streams.push(stream)
      return Promise.resolve(stream)
    },
  }
}

type Listener = (...args: never[]) => void

class QuietStream implements SilentStream {
  readonly localPort: number
  readonly options: StreamOptions
  readonly agreed: AgreedAudio[] = []
  playing: SilentStream['playing'] = null
  stopped = false
  signs = 0
  readonly #report: StreamReport
  readonly #listeners = new Map<string, Set<Listener>>()

  constructor(localPort: number, options: StreamOptions, report: StreamReport) {
    this.localPort = localPort
    this.options = options
    this.#report = report
  }

  play(audio: PreparedAudio, options?: PlayOptions) {
    this.playing = { audio, options }
  }

  quiet() {
    this.playing = null
  }

  retarget(agreed: AgreedAudio) {
    this.agreed.push(agreed)
  }

  pressKeys() {
    return Promise.resolve()
  }

  startRecording() {}

  alive() {
    this.signs += 1
  }

  stop() {
    this.stopped = true
    return Promise.resolve(this.#report)
  }

  on<Name extends keyof StreamEvents>(name: Name, listener: (...args: StreamEvents[Name]) => void) {
    const known = this.#listeners.get(name) ?? new Set<Listener>()
    this.#listeners.set(name, known.add(listener as Listener))
    return () => void known.delete(listener as Listener)
  }

  tell<Name extends keyof StreamEvents>(name: Name, ...args: StreamEvents[Name]) {
    for (const listener of this.#listeners.get(name) ?? [])
      (listener as (...args: StreamEvents[Name]) => void)(...args)
  }
}
