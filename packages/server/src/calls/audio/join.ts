import { prepareAudio, type PreparedAudio } from '@reveille/sip'
import { inBlocks, type Steps } from './steps.ts'
import type { Utterance } from './utterance.ts'

/** Something to hear, as every telephone takes it. */
export interface Sound extends PreparedAudio {
  /** The same for telephones that hear more: 16-bit samples at 16 kHz, twice as many as at 8 kHz. */
  readonly wide: Int16Array
}

/** Sounds after each other; made at 16 kHz when a telephone takes that. */
export interface JoinedSound extends PreparedAudio {
  wideband(): Int16Array
}

/** Something to hear, a pause, or a place that is asked for afterwards. */
export type Clip = Sound | { readonly silenceMs: number } | { readonly mark: number }

const SAMPLES_PER_MS = 8
const WIDER = 2
// Silence in each law (ITU-T G.711).
const QUIET = { pcmu: 0xff, pcma: 0xd5 } as const

function lengthOf(clip: Clip): number {
  if ('pcmu' in clip) return clip.pcmu.length
  return 'mark' in clip ? 0 : Math.max(0, Math.round(clip.silenceMs * SAMPLES_PER_MS))
}

/** One clip after the other; both laws are only copied. A pause at the end is left to the player. */
export function join(clips: readonly Clip[]): JoinedSound {
  const heard = clips.slice(0, clips.findLastIndex((clip) => 'pcmu' in clip) + 1)
  const length = heard.reduce((sum, clip) => sum + lengthOf(clip), 0)
  return {
    pcmu: joined(heard, length, 'pcmu'),
    pcma: joined(heard, length, 'pcma'),
    durationMs: Math.ceil(length / SAMPLES_PER_MS),
    wideband: () => joinedWide(heard, length),
  }
}

function joinedWide(clips: readonly Clip[], length: number): Int16Array {
  const whole = new Int16Array(new SharedArrayBuffer(length * WIDER * Int16Array.BYTES_PER_ELEMENT))
  let at = 0
  for (const clip of clips) {
    if ('pcmu' in clip) whole.set(clip.wide, at)
    at += lengthOf(clip) * WIDER
  }
  return whole
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
  const whole = shared(length)
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
export function* prepareInSteps({ pcmu, wide }: Utterance): Steps<Sound> {
  const whole = { pcmu: shared(pcmu.length), pcma: shared(pcmu.length) }
  yield* inBlocks(pcmu.length, BLOCK, (from, to) => {
    const block = prepareAudio(pcmu.subarray(from, to))
    whole.pcmu.set(block.pcmu, from)
    whole.pcma.set(block.pcma, from)
  })
  return { ...whole, durationMs: Math.ceil(pcmu.length / SAMPLES_PER_MS), wide }
}

const shared = (length: number) => new Uint8Array(new SharedArrayBuffer(length))

export const bytesOf = ({ pcmu, pcma }: PreparedAudio) => pcmu.length + pcma.length
