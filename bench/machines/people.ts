import { decodeG711 } from '@reveille/sip'
import { silence, tone } from '../../packages/sip/testing/sounds.ts'
import { type CorpusCall, finished, type Scene, speakerIn, trackFor } from './call.ts'
import { Speaker } from './speaker.ts'
import { hum, inRow, noise, type Track } from './track.ts'
import { GRUMBLE, HELLO, linesFor, NEWS, TALK, THANKS } from './words.ts'

/** Guests who pick up, by what they do, and how many in a hundred do so. */
type Part = (scene: Scene, track: Track) => void
const KINDS: readonly (readonly [kind: string, share: number, play: Part])[] = [
  ['says hello and listens', 30, (scene, track) => void say(scene, track, HELLO, 150, 1_500)],
  ['says hello, and thanks later', 22, helloAndThanks],
  ['says hello again and again', 10, helloAgain],
  ['grumbles', 10, grumble],
  ['says nothing', 10, () => {}],
  ['talks without a pause', 8, talk],
  ['has the television on', 10, (scene, track) => television(scene, track, scene.chance.between(-38, -24))],
]

/** What happens besides, and in how many of a hundred calls. */
const ECHO = 0.6
const HANDSET_NOISE = 0.9
const FAINT_TELEVISION = 0.1
const BUSY_TONE = 0.06
const ALARM_CLOCK = 0.03
const ONE_BEEP = 0.015
const QUICK = 0.02

export function person(scene: Scene): CorpusCall {
  const { chance } = scene
  const [kind, , play] = chosen(chance.next() * 100)
  // Some hang up soon, some hear everything.
  const track = trackFor(scene, chance.happens(0.7) ? chance.between(4_000, 20_000) : Infinity)
  play(scene, track)
  surround(scene, track)
  return finished(scene, track, { kind, quick: chance.happens(QUICK) })
}

function chosen(at: number) {
  let sum = 0
  const found = KINDS.find(([, share]) => (sum += share) > at)
  if (!found) throw new Error('The shares are a hundred together')
  return found
}

function say(
  scene: Scene,
  track: Track,
  lines: typeof HELLO,
  from: number,
  to: number,
  speaker = speakerIn(scene),
) {
  const { chance, language, half } = scene
  const words = speaker.say(chance.pick(linesFor(lines, language, half)))
  return track.addAt(words, chance.between(from, to), chance.between(-30, -14))
}

function helloAndThanks(scene: Scene, track: Track) {
  const speaker = speakerIn(scene)
  const end = say(scene, track, HELLO, 150, 1_500, speaker)
  say(scene, track, THANKS, end + 1_500, end + 9_000, speaker)
}

function helloAgain(scene: Scene, track: Track) {
  const speaker = speakerIn(scene)
  let end = scene.chance.between(100, 900)
  for (let time = 0; time < 4; time++) end = say(scene, track, HELLO, end + 350, end + 1_600, speaker)
}

function grumble(scene: Scene, track: Track) {
  const speaker = speakerIn(scene)
  let end = 200
  for (let time = 0; time < 3; time++) {
    end = say(scene, track, GRUMBLE, end + 100, end + 1_500, speaker)
    // Sheets and breath.
    end = track.addAt(
      noise(scene.chance, scene.chance.between(200, 900), true),
      end + 200,
      scene.chance.between(-40, -28),
    )
  }
}

function talk(scene: Scene, track: Track) {
  const speaker = speakerIn(scene)
  const end = say(scene, track, HELLO, 150, 1_200, speaker)
  say(scene, track, TALK, end + 100, end + 3_000, speaker)
}

/** Another voice that goes on all the time. */
function television(scene: Scene, track: Track, dbm0: number) {
  const { chance, half, language } = scene
  const news = new Speaker(chance, half, language).say(chance.pick(linesFor(NEWS, language, half)))
  for (let at = -chance.between(0, 5_000); at < track.lengthMs;)
    at = track.addAt(news.subarray(Math.max(0, Math.round(-at * 8))), Math.max(0, at), dbm0) + 400
  say(scene, track, HELLO, 150, 1_500)
}

function surround(scene: Scene, track: Track) {
  const { chance } = scene
  const length = track.lengthMs
  if (chance.happens(HANDSET_NOISE))
    track.addAt(noise(chance, length, chance.happens(0.5)), 0, chance.between(-75, -42))
  if (chance.happens(0.3)) track.addAt(hum(length), 0, chance.between(-65, -45))
  if (chance.happens(ECHO)) echo(scene, track)
  if (chance.happens(FAINT_TELEVISION)) television(scene, track, chance.between(-52, -40))
  if (chance.happens(BUSY_TONE)) busyTone(scene, track)
  if (chance.happens(ALARM_CLOCK)) alarmClock(scene, track)
  if (chance.happens(ONE_BEEP))
    track.add(tone(chance.between(500, 2_200), chance.between(150, 400), -25), chance.between(500, length))
}

/** Our own voice comes back through the handset or the wires. */
function echo({ chance, own }: Scene, track: Track) {
  track.add(decodeG711(own, 'PCMU'), chance.between(15, 320), -chance.between(8, 40))
}

/** The guest has hung up, and an analogue exchange lets us hear it for a while. */
function busyTone({ chance }: Scene, track: Track) {
  const [on, off] = chance.pick([
    [500, 500],
    [250, 250],
    [375, 375],
  ] as const)
  const hertz = chance.pick([425, 425, 400, 450, [480, 620]])
  const once = [tone(hertz, on, -18), silence(off)]
  track.add(
    inRow(...Array.from({ length: 12 }, () => once).flat()),
    track.lengthMs - chance.between(1_500, 5_000),
  )
}

function alarmClock({ chance }: Scene, track: Track) {
  const [hertz, on, off] = [chance.between(800, 2_200), chance.between(100, 400), chance.between(100, 900)]
  const once = [tone(hertz, on, chance.between(-35, -20)), silence(off)]
  track.add(inRow(...Array.from({ length: 20 }, () => once).flat()), chance.between(0, 3_000))
}
