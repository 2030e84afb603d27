import { loudnessOf, wavOf } from '../../hotel/settings/wav.ts'

const RATE = 16_000

export interface Taking {
  /** How loud it is now, from 0 to 1. */
  level(): number
  /** Ends it: a WAV file of what was heard. */
  stop(): Promise<Blob>
  /** Ends it, and nothing is kept. */
  cancel(): void
}

/** Browsers lend a microphone to encrypted pages only. */
export const canRecord = (): boolean =>
  isSecureContext && 'mediaDevices' in navigator && typeof MediaRecorder === 'function'

/** As long as an announcement may be. */
export const LONGEST_TAKE_MS = 120_000

/** Records what the microphone hears, until it is stopped. */
export async function startTaking(): Promise<Taking> {
  const sound = await navigator.mediaDevices.getUserMedia({ audio: true })
  const context = new AudioContext()
  const meter = context.createAnalyser()
  context.createMediaStreamSource(sound).connect(meter)
  const heard = new Float32Array(meter.fftSize)
  const recorder = new MediaRecorder(sound)
  const parts: Blob[] = []
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data))
  recorder.start()
  const close = () => {
    for (const track of sound.getTracks()) track.stop()
    void context.close()
  }
  return {
    level: () => {
      meter.getFloatTimeDomainData(heard)
      return Math.min(1, loudnessOf(heard))
    },
    cancel: () => {
      recorder.stop()
      close()
    },
    stop: async () => {
      const ended = new Promise((resolve) => recorder.addEventListener('stop', resolve, { once: true }))
      recorder.stop()
      await ended
      const wav = await asWav(new Blob(parts, { type: recorder.mimeType }), context)
      close()
      return wav
    },
  }
}

/** Whatever the browser records in becomes what the telephone needs. */
async function asWav(recorded: Blob, context: AudioContext): Promise<Blob> {
  const decoded = await context.decodeAudioData(await recorded.arrayBuffer())
  const length = Math.max(1, Math.ceil(decoded.duration * RATE))
  const offline = new OfflineAudioContext(1, length, RATE)
  const source = offline.createBufferSource()
  source.buffer = decoded
  source.connect(offline.destination)
  source.start()
  const rendered = await offline.startRendering()
  return new Blob([wavOf(rendered.getChannelData(0), RATE)], { type: 'audio/wav' })
}
