/** Two tones, a third apart: heard through a lobby, and not mistaken for a telephone. */
const TONES_HZ = [660, 830] as const
const TONE_S = 0.22
const LOUDNESS = 0.25

/** What an alarm is heard through. */
export interface Speaker {
  /** Whether it would be heard now. */
  isOn(): boolean
  /** Kept waiting until the browser lets the page sound. */
  turnOn(): Promise<void>
  onTurn(act: () => void): void
  sound(): void
}

/** Throws where the machine has no sound at all. */
export function browserSpeaker(): Speaker {
  const audio = new AudioContext()
  return {
    isOn: () => audio.state === 'running',
    turnOn: () => audio.resume(),
    onTurn: (act) => audio.addEventListener('statechange', act),
    sound: () => TONES_HZ.forEach((hz, at) => tone(audio, hz, at * TONE_S)),
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
