import { encodePcmu } from '../audio/level.ts'
import { join, type JoinedSound, prepareInSteps } from '../audio/join.ts'
import { TELEPHONE_RATE } from '../audio/resample.ts'
import { atOnce } from '../audio/steps.ts'
import { widened } from '../audio/utterance.ts'

const NOTES = [659, 523, 784]
const NOTE_SECONDS = 0.6
const ROUNDS = 3

/** For a hotel whose recorded phrases are missing: the guest hears at least a chime instead of silence. */
export function chime(): JoinedSound {
  const tune = Array.from({ length: ROUNDS }, () => NOTES).flat()
  const length = NOTE_SECONDS * TELEPHONE_RATE
  const samples = Float32Array.from({ length: tune.length * length }, (_, index) =>
    note(tune[Math.floor(index / length)] ?? 0, (index % length) / TELEPHONE_RATE),
  )
  return join([atOnce(prepareInSteps(atOnce(widened(atOnce(encodePcmu(samples))))))])
}

/** Struck like a bell: loud at once, then fading. */
const note = (hertz: number, at: number) => 0.4 * Math.sin(2 * Math.PI * hertz * at) * Math.exp(-4 * at)
