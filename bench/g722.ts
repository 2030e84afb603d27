import { G722Decoder, G722Encoder } from '../packages/sip/src/media/g722.ts'
import { processorMs } from '../packages/sip/testing/processor-time.ts'
import { seeded } from '../peers/recording.ts'
import { round } from './figures.ts'
import { atLeast, type Bench } from './report.ts'

const PACKETS = 5_000
const BYTES = 160
const PACKETS_A_SECOND = 50
/** As with encrypted audio: the thread has other things to do as well. */
const PART_OF_A_THREAD = 0.6
/** A house of some hundred rooms rings so many at once at most; whoever rings more leaves them to G.711. */
const CALLS = 50

export const bench: Bench = {
  about: 'what wideband audio (G.722) costs, and how many calls a thread carries',
  smoke: [],
  run() {
    const blocks = Array.from({ length: PACKETS }, (_, at) => noise(at))
    const [encoder, decoder] = [new G722Encoder(), new G722Decoder()]
    const coded = blocks.map(() => new Uint8Array(BYTES))
    const encode = microseconds(() => coded.forEach((into, at) => encoder.encode(blocks[at] ?? EMPTY, into)))
    const decode = microseconds(() => coded.forEach((bytes) => void decoder.decode(bytes)))
    const carries = (us: number) => Math.floor((PART_OF_A_THREAD * 1_000_000) / (PACKETS_A_SECOND * us))
    return Promise.resolve({
      counted: 'one packet of 20 ms of noise, in processor time of the whole process',
      notes: ['What comes back is decoded only where keys in the audio, or machines, are listened for.'],
      tables: [
        {
          title: 'Cost',
          rows: [
            {
              'us to encode': round(encode, 1),
              'us to decode': round(decode, 1),
              'calls on 60 % of a core, both ways': carries(encode + decode),
              'calls, only speaking': carries(encode),
            },
          ],
        },
      ],
      checks: [
        atLeast('calls in wideband on 60 % of a core, both ways', CALLS, carries(encode + decode), ' calls'),
      ],
    })
  },
}

const EMPTY = new Int16Array(0)
const noise = (seed: number) => {
  const random = seeded(seed + 1)
  return Int16Array.from({ length: 2 * BYTES }, () => 16_000 * (random() - 0.5))
}
const microseconds = (work: () => void) => (1_000 * processorMs(work)) / PACKETS
