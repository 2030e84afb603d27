import type { Cancel, Clock } from '../kernel/clock.ts'
import { Watched } from '../kernel/listeners.ts'
import { browserSpeaker, type Speaker } from './speaker.ts'

const EVERY_MS = 20_000
/** A page that may sound does so within this; only one that does not is told as mute. */
const SETTLES_MS = 1_000
/** By these the browser lets a page sound. */
const TOUCHES = ['pointerup', 'keydown'] as const

/** Sounds while somebody must act. A browser is mute until the page was touched: then `isMuted` says so. */
export class AlarmSound {
  readonly isMuted = new Watched(false)
  readonly #clock: Clock
  readonly #open: () => Speaker
  #speaker: Speaker | null = null
  #repeat: Cancel | null = null
  #isAwaited = false

  constructor(clock: Clock, open: () => Speaker = browserSpeaker) {
    this.#clock = clock
    this.#open = open
  }

  /** Any touch of the page will do, not only that of a switch: a screen that has loaded itself anew is mute again. */
  watch(page: Pick<Document, 'addEventListener'>): void {
    for (const touch of TOUCHES) page.addEventListener(touch, this.unmute, { capture: true, passive: true })
  }

  /** By a touch of the page: the browser lets us sound from now on. */
  readonly unmute = (): void => {
    const speaker = this.#opened()
    if (speaker?.isOn() === false) void speaker.turnOn().catch(() => {})
  }

  /** Finds out whether an alarm would be heard, before there is one. */
  readonly look = (): void => void this.#opened()

  start(): void {
    if (this.#repeat !== null) return
    this.#repeat = this.#clock.every(EVERY_MS, () => void this.#sound())
    void this.#sound()
  }

  stop(): void {
    this.#repeat?.()
    this.#repeat = null
  }

  /** Null where the machine has no sound at all. */
  #opened(): Speaker | null {
    if (this.#speaker !== null) return this.#speaker
    try {
      const speaker = this.#open()
      const tell = () => this.isMuted.set(!speaker.isOn())
      speaker.onTurn(tell)
      this.#clock.after(SETTLES_MS, tell)
      this.#speaker = speaker
    } catch {
      this.isMuted.set(true)
    }
    return this.#speaker
  }

  /** One that is mute sounds as soon as it may, once, if somebody must still act by then. */
  async #sound(): Promise<void> {
    const speaker = this.#opened()
    if (speaker === null || this.#isAwaited) return
    this.#isAwaited = true
    const isOn = await speaker.turnOn().then(
      () => true,
      () => false,
    )
    this.#isAwaited = false
    if (isOn && this.#repeat !== null) speaker.sound()
  }
}
