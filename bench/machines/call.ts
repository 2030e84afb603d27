import { decodeG711, encodeG711, MachineEar } from '@reveille/sip'
import { answeredBy } from '../../packages/server/src/hotel/wakeups/answered-by.ts'
import type { MachineSign } from '../../packages/server/src/hotel/wakeups/machine-signs.ts'
import type { Chance } from '../../packages/server/testing/chance.ts'
import { type Half, type Language, Speaker } from './speaker.ts'
import { Track } from './track.ts'

/** One call of the corpus: what comes from the other side, and what we say meanwhile. */
export interface CorpusCall {
  readonly kind: string
  readonly sound: Int16Array
  /** PCMU, from the answer on. */
  readonly own: Uint8Array
  readonly codec: 'PCMU' | 'PCMA'
  /** Of all packets. */
  readonly lost: number
  /** Whether the answer came within 200 ms. */
  readonly quick: boolean
}

export interface Judged {
  readonly kind: string
  readonly quick: boolean
  readonly signs: readonly MachineSign[]
  readonly isMachine: boolean
}

const PACKET = 160

/** As the product hears and judges it: through the codec, packet by packet, with losses. */
export function judge({ kind, sound, own, codec, lost, quick }: CorpusCall, chance: Chance): Judged {
  const ear = new MachineEar()
  const payload = encodeG711(sound, codec)
  const said = codec === 'PCMU' ? own : encodeG711(decodeG711(own, 'PCMU'), codec)
  for (let at = 0; at < payload.length; at += PACKET) {
    ear.say(said.subarray(at, at + PACKET), codec)
    if (!chance.happens(lost)) ear.hear({ payload: payload.subarray(at, at + PACKET), timestamp: at }, codec)
  }
  const signs: MachineSign[] = [...(quick ? ['quick-answer' as const] : []), ...ear.signs]
  return { kind, quick, signs, isMachine: answeredBy({ keys: '', machineSigns: signs }) === 'machine' }
}

/** What a call is made of: somebody's voice, and where they are. */
export interface Scene {
  readonly chance: Chance
  readonly half: Half
  readonly language: Language
  readonly own: Uint8Array
}

export const speakerIn = ({ chance, half, language }: Scene) => new Speaker(chance, half, language)

/** As long as what we say, or until they hang up. */
export const trackFor = ({ own }: Scene, endsMs = Infinity) => new Track(Math.min(own.length / 8, endsMs))

export const finished = (
  { own, chance }: Scene,
  track: Track,
  { kind, quick }: { kind: string; quick: boolean },
): CorpusCall => ({
  kind,
  quick,
  own: own.subarray(0, Math.round(track.lengthMs * 8)),
  sound: track.samples,
  codec: chance.pick(['PCMU', 'PCMA']),
  lost: chance.pick([0, 0, 0.01, 0.03]),
})
