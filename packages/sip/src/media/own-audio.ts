import { type Media, type MediaOptions, type MediaStream, openMedia, type StreamOptions } from './media.ts'
import type { MediaPort } from './media-port.ts'
import { MediaFailure } from './media-types.ts'

type PortRange = MediaOptions['ports']
type Open = (options: MediaOptions) => Promise<Media>

export interface OwnAudioOptions extends MediaOptions {
  /** How many there may be at once. */
  readonly streams: number
}

/** What one thread carries, all of them speaking, without that being heard. */
const STREAMS_A_THREAD = 500

/** RFC 3550 11: an even port for each, and the odd one above it. */
export const streamsIn = ({ low, high }: PortRange) =>
  Math.max(0, Math.floor((high - low - (low % 2) + 1) / 2))

/** Audio of our own, in threads of its own: as few as the calls need, each with its share of the ports. */
export class OwnAudio implements MediaPort {
  readonly host: string
  readonly #threads: readonly AudioThread[]

  constructor(options: OwnAudioOptions, open: Open = openMedia) {
    this.host = options.host
    const shares = sharesOf(options.ports, Math.min(options.streams, streamsIn(options.ports)))
    this.#threads = shares.map((ports) => new AudioThread({ ...options, ports }, open))
  }

  async open(): Promise<void> {
    await this.#threads[0]?.media()
  }

  /**
   * On the first thread that is not full; they fill up one after the other. Where other programs have the ports of one,
   * on the next.
   */
  async createStream(options?: StreamOptions): Promise<MediaStream> {
    const [free, full] = [this.#threads.filter(hasRoom), this.#threads.filter((one) => !hasRoom(one))]
    for (const thread of [...free, ...full]) {
      const stream = await thread.createStream(options).catch(nullWithoutPort)
      if (stream) return stream
    }
    throw new MediaFailure('media.no-port', 'There are no ports left for audio')
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()))
  }
}

const hasRoom = ({ streams, most }: AudioThread) => streams < most

function nullWithoutPort(error: unknown): null {
  if (error instanceof MediaFailure && error.code === 'media.no-port') return null
  throw error
}

/** Even parts, one for each thread; no pair of ports is left over. */
function sharesOf(ports: PortRange, streams: number): PortRange[] {
  const threads = Math.max(1, Math.ceil(streams / STREAMS_A_THREAD))
  const first = ports.low + (ports.low % 2)
  const startOf = (at: number) => first + 2 * Math.floor((at * streamsIn(ports)) / threads)
  return Array.from({ length: threads }, (_, at) => ({ low: startOf(at), high: startOf(at + 1) - 1 }))
}

/** A thread that dies takes its calls with it; the next call gets another. */
class AudioThread {
  /** How many streams it carries well, and has ports for. */
  readonly most: number
  readonly #options: MediaOptions
  readonly #open: Open
  #media: Promise<Media> | undefined
  #running: Media | undefined
  /** Streams that wait for the thread to start. */
  #waiting = 0
  #closed = false

  constructor(options: MediaOptions, open: Open) {
    this.most = Math.min(STREAMS_A_THREAD, streamsIn(options.ports))
    this.#options = options
    this.#open = open
  }

  get streams(): number {
    return this.#waiting + (this.#running?.size ?? 0)
  }

  async createStream(options?: StreamOptions): Promise<MediaStream> {
    this.#waiting += 1
    const media = await this.media().finally(() => (this.#waiting -= 1))
    return media.createStream(options)
  }

  media(): Promise<Media> {
    if (this.#closed) return Promise.reject(new Error('The audio is closed'))
    this.#media ??= this.#start()
    return this.#media
  }

  async close(): Promise<void> {
    this.#closed = true
    const media = await this.#media?.catch(() => null)
    await media?.close()
  }

  async #start(): Promise<Media> {
    const onFault = (error: Error) => {
      this.#media = undefined
      this.#running = undefined
      this.#options.onFault?.(error)
    }
    try {
      this.#running = await this.#open({ ...this.#options, onFault })
      return this.#running
    } catch (error) {
      this.#media = undefined
      throw error
    }
  }
}
