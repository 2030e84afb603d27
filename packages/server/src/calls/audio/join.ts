import { prepareAudio, type PreparedAudio } from '@reveille/sip'
import { inBlocks, type Steps } from './steps.ts'

/** Something to hear, a pause, or a place that is asked for afterwards. */
export type Clip = PreparedAudio | { readonly silenceMs: number } | { readonly mark: number }

const SAMPLES_PER_MS = 8
// Silence in each law (ITU-T G.711).
const QUIET = { pcmu: 0xff, pcma: 0xd5 } as const

function lengthOf(clip: Clip): number {
  if ('pcmu' in clip) return clip.pcmu.length
  return 'mark' in clip ? 0 : Math.max(0, Math.round(clip.silenceMs * SAMPLES_PER_MS))
}

/** One clip after the other; both laws are only copied. A pause at the end is left to the player. */
export function join(clips: readonly Clip[]): PreparedAudio {
  const heard = clips.slice(0, clips.findLastIndex((clip) => 'pcmu' in clip) + 1)
  const length = heard.reduce((sum, clip) => sum + lengthOf(clip), 0)
  return {
    pcmu: joined(heard, length, 'pcmu'),
    pcma: joined(heard, length, 'pcma'),
    durationMs: Math.ceil(length / SAMPLES_PER_MS),
  }
}

/** When each mark passes, in milliseconds. */
export function marksIn(clips: readonly Clip[]): number[] {
  const marks: number[] = []
  let length = 0
  for (const clip of clips) {
    length += lengthOf(clip)
    if ('mark' in clip) marks[clip.mark] = Math.ceil(length / SAMPLES_PER_MS)
  }
  return marks
}

/** In shared memory, as the thread that sends it expects. */
function joined(clips: readonly Clip[], length: number, law: 'pcmu' | 'pcma'): Uint8Array {
  const whole = new Uint8Array(new SharedArrayBuffer(length))
  let at = 0
  for (const clip of clips) {
    if ('pcmu' in clip) whole.set(clip[law], at)
    else whole.fill(QUIET[law], at, at + lengthOf(clip))
    at += lengthOf(clip)
  }
  return whole
}

const BLOCK = 4_096

/** As `prepareAudio`, which would take too long at one go for minutes of sound. */
export function* prepareInSteps(pcmu: Uint8Array): Steps<PreparedAudio> {
  const clips: PreparedAudio[] = []
  yield* inBlocks(pcmu.length, BLOCK, (from, to) => void clips.push(prepareAudio(pcmu.subarray(from, to))))
  return join(clips)
}

export const bytesOf = ({ pcmu, pcma }: PreparedAudio) => pcmu.length + pcma.length
