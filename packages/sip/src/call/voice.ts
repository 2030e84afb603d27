import type { DialOptions } from './dial-options.ts'
import type {
  MediaStream,
  PlayOptions,
  PreparedAudio,
  PressOptions,
  StreamReport,
} from '../media/media-types.ts'
import { SpokenSpeech, type SpeechEnd } from '../media/speech.ts'
import { tell } from './tell.ts'

/** Time to bring the receiver to the ear, and for the exchange to connect the audio. */
export const TO_THE_EAR_MS = 500

/** What we say in a call that we make. */
export class CallVoice {
  readonly stream: MediaStream
  readonly #speech: SpokenSpeech

  constructor(stream: MediaStream) {
    this.stream = stream
    this.#speech = new SpokenSpeech(stream)
  }

  say(audio: PreparedAudio, options?: PlayOptions): Promise<SpeechEnd> {
    return this.#speech.say(audio, options)
  }

  async announce({ announcement, playing, onPlayed }: DialOptions) {
    if (!announcement) return
    const end = await this.say(announcement, { delayMs: TO_THE_EAR_MS, ...playing })
    if (end === 'played') tell(() => onPlayed?.())
  }

  quiet() {
    this.#speech.quiet()
  }

  pressKeys(keys: string, options?: PressOptions): Promise<void> {
    return this.stream.pressKeys(keys, options)
  }

  /** Lets the audio go; what it tells of itself, if it can. */
  async end(): Promise<StreamReport | null> {
    const report = await this.stream.stop().catch(() => null)
    this.#speech.end()
    return report
  }
}
