import { type Media, type MediaOptions, type MediaStream, openMedia, type StreamOptions } from './media.ts'
import type { MediaPort } from './media-port.ts'

/** Audio of our own, in a thread of its own. A thread that dies takes its calls with it; the next call gets another. */
export class OwnAudio implements MediaPort {
  readonly host: string
  readonly #options: MediaOptions
  readonly #open: (options: MediaOptions) => Promise<Media>
  #media: Promise<Media> | undefined
  #closed = false

  constructor(options: MediaOptions, open = openMedia) {
    this.host = options.host
    this.#options = options
    this.#open = open
  }

  async open(): Promise<void> {
    await this.#thread()
  }

  async createStream(options?: StreamOptions): Promise<MediaStream> {
    const media = await this.#thread()
    return media.createStream(options)
  }

  async close(): Promise<void> {
    this.#closed = true
    const media = await this.#media?.catch(() => null)
    await media?.close()
  }

  #thread(): Promise<Media> {
    if (this.#closed) return Promise.reject(new Error('The audio is closed'))
    this.#media ??= this.#start()
    return this.#media
  }

  async #start(): Promise<Media> {
    const onFault = (error: Error) => {
      this.#media = undefined
      this.#options.onFault?.(error)
    }
    try {
      return await this.#open({ ...this.#options, onFault })
    } catch (error) {
      this.#media = undefined
      throw error
    }
  }
}
