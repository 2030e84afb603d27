import { type Envelope, likeness } from './envelope.ts'
import { FRAME_MS } from './sound-level.ts'
import { VoiceActivity } from './voice-activity.ts'

/** So long nobody speaks into a phone that rang without waiting for an answer. */
const LONG_MS = 4_000
/** A shorter silence is a breath or a comma. */
const PAUSE_MS = 450
/** At least so much of it is sound: less is knocking, or the edges of a tone that comes and goes. */
const SOUND_PART = 0.6
/** What rises and falls with our own voice so closely is its echo, by the handset or by the wires. */
const ECHO_LIKENESS = 0.6
const HALF_FRAMES = LONG_MS / 2 / FRAME_MS
/** Looked for so often while somebody speaks on. */
const LOOK_FRAMES = 25

/** Speech of the other side that goes on and on. */
export class LongSpeech {
  readonly #voice = new VoiceActivity()
  readonly #theirs: Envelope
  readonly #own: Envelope
  #lastsMs = 0
  #soundMs = 0
  #silenceMs = 0
  #frames = 0
  #heard = false

  /** How loud both sides are. */
  constructor(theirs: Envelope, own: Envelope) {
    this.#theirs = theirs
    this.#own = own
  }

  get heard(): boolean {
    return this.#heard
  }

  /** One more frame, which is no tone and is in the envelope. */
  hear(level: number): void {
    if (this.#voice.isSpeech(level)) this.#speak()
    else this.rest(FRAME_MS)
  }

  /** Nothing was said for so long. */
  rest(ms: number): void {
    this.#silenceMs += ms
  }

  #speak(): void {
    const goesOn = this.#silenceMs < PAUSE_MS
    this.#lastsMs = FRAME_MS + (goesOn ? this.#lastsMs + this.#silenceMs : 0)
    this.#soundMs = FRAME_MS + (goesOn ? this.#soundMs : 0)
    this.#silenceMs = 0
    if (!this.#heard && this.#isLong && this.#frames++ % LOOK_FRAMES === 0) this.#heard = !this.#isEcho
  }

  get #isLong(): boolean {
    return this.#lastsMs >= LONG_MS && this.#soundMs >= SOUND_PART * this.#lastsMs
  }

  /** Each half by itself: whoever says a word and then listens to us is heard in the first half only. */
  get #isEcho(): boolean {
    const halves = [0, HALF_FRAMES]
    return halves.some((ago) => likeness(this.#theirs, this.#own, HALF_FRAMES, ago) >= ECHO_LIKENESS)
  }
}
