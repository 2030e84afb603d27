import type { Cancel, Clock } from '../kernel/clock.ts'
import { Watched } from '../kernel/listeners.ts'

const EVERY_MS = 20_000
/** Two tones, a third apart: heard through a lobby, and not mistaken for a telephone. */
const TONES_HZ = [660, 830] as const
const TONE_S = 0.22
const LOUDNESS = 0.25

/** Sounds while somebody must act. A browser is mute until the page was touched: then `isMuted` says so. */
export class AlarmSound {
  readonly isMuted = new Watched(false)
  readonly #clock: Clock
  readonly #open: () => AudioContext
  #audio: AudioContext | null = null
  #repeat: Cancel | null = null

  constructor(clock: Clock, open: () => AudioContext = () => new AudioContext()) {
    this.#clock = clock
    this.#open = open
  }

  /** By a touch of the page: the browser lets us sound from now on. */
  readonly unmute = (): void => {
    const audio = this.#context()
    void audio?.resume().then(() => this.isMuted.set(false))
  }

  start(): void {
    if (this.#repeat !== null) return
    this.#sound()
    this.#repeat = this.#clock.every(EVERY_MS, () => this.#sound())
  }

  stop(): void {
    this.#repeat?.()
    this.#repeat = null
    this.isMuted.set(false)
  }

  /** Null where the machine has no sound at all. */
  #context(): AudioContext | null {
    try {
      this.#audio ??= this.#open()
    } catch {
      this.isMuted.set(true)
    }
    return this.#audio
  }

  #sound(): void {
    const audio = this.#context()
    if (audio === null) return
    this.isMuted.set(audio.state !== 'running')
    if (audio.state === 'running') TONES_HZ.forEach((hz, at) => tone(audio, hz, at * TONE_S))
  }
}

function tone(audio: AudioContext, hz: number, after: number): void {
  const start = audio.currentTime + after
  const [voice, level] = [audio.createOscillator(), audio.createGain()]
  voice.frequency.value = hz
  level.gain.setValueAtTime(0, start)
  level.gain.linearRampToValueAtTime(LOUDNESS, start + 0.02)
  level.gain.linearRampToValueAtTime(0, start + TONE_S)
  voice.connect(level).connect(audio.destination)
  voice.start(start)
  voice.stop(start + TONE_S)
}
