import { tone } from '../../packages/sip/testing/sounds.ts'
import { type CorpusCall, finished, type Scene, speakerIn, trackFor } from './call.ts'
import { hum, noise } from './track.ts'
import { GREETING, linesFor } from './words.ts'

const BEEPS = 0.7
const QUICK = 0.25
const HERTZ = [425, 440, 480, 500, 620, 660, 750, 800, 850, 950, 1_000, 1_100, 1_400, 2_000]

/** A machine that takes the call, greets, beeps or does not, and listens. */
export function mailbox(scene: Scene): CorpusCall {
  const { chance, language, half } = scene
  const track = trackFor(scene)
  const greeting = speakerIn(scene).say(chance.pick(linesFor(GREETING, language, half)))
  const end = track.addAt(greeting, chance.between(50, 1_500), chance.between(-28, -14))
  const beeps = chance.happens(BEEPS)
  if (beeps)
    track.add(
      tone(chance.pick(HERTZ), chance.between(150, 1_000), chance.between(-26, -10)),
      end + chance.between(0, 900),
    )
  track.addAt(noise(chance, track.lengthMs, chance.happens(0.5)), 0, chance.between(-75, -42))
  if (chance.happens(0.2)) track.addAt(hum(track.lengthMs), 0, chance.between(-65, -50))
  return finished(scene, track, {
    kind: beeps ? 'with a beep' : 'without a beep',
    quick: chance.happens(QUICK),
  })
}
