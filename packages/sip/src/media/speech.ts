import type { MediaStream, PlayOptions, PreparedAudio } from './media-types.ts'

/** To its last word, or cut short by something else, by silence or by the end of the call. */
export type SpeechEnd = 'played' | 'broken off'

/** What we say on a stream, one thing at a time. */
export class SpokenSpeech {
  readonly #stream: MediaStream
  #settle: (end: SpeechEnd) => void = () => {}

  constructor(stream: MediaStream) {
    this.#stream = stream
    stream.on('played', () => this.#settle('played'))
  }

  /** Takes the place of what is being said. */
  say(audio: PreparedAudio, options?: PlayOptions): Promise<SpeechEnd> {
    this.#settle('broken off')
    this.#stream.play(audio, options)
    return new Promise((resolve) => (this.#settle = resolve))
  }

  quiet() {
    this.#settle('broken off')
    this.#stream.quiet()
  }

  /** The call is over. */
  end() {
    this.#settle('broken off')
  }
}
