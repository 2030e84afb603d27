import { writeRtp } from '../packages/sip/src/media/rtp.ts'
import { Srtp } from '../packages/sip/src/media/srtp.ts'
import type { SrtpKeys } from '../packages/sip/src/sdp/crypto.ts'
import { processorMs } from '../packages/sip/testing/processor-time.ts'
import { round } from './figures.ts'
import { atMost, type Bench } from './report.ts'

const PACKETS = 100_000
const PACKETS_A_SECOND = 50
const CALLS = 500
/** An audio thread that carries as many calls has other things to do as well. */
const MOST_OF_A_THREAD = 60

export const bench: Bench = {
  about: 'what encrypted audio costs, packet by packet',
  smoke: [],
  run() {
    const packets = Array.from({ length: PACKETS }, (_, at) => packetOf(at))
    const [us, room] = ends()
    const sealed: Uint8Array[] = []
    const seal = microseconds(() => packets.forEach((packet) => sealed.push(us.sealRtp(packet))))
    const open = microseconds(() => sealed.forEach((packet) => void room.openRtp(packet)))
    const share = (CALLS * PACKETS_A_SECOND * (seal + open)) / 10_000
    return Promise.resolve({
      counted:
        'one packet of 20 ms of G.711, AES_CM_128_HMAC_SHA1_80, in processor time of the whole process',
      notes: [],
      tables: [
        {
          title: 'Cost',
          rows: [
            {
              'us to seal': round(seal, 2),
              'us to open': round(open, 2),
              'of a core, 500 calls both ways (%)': round(share),
            },
          ],
        },
      ],
      checks: [atMost('of an audio thread with 500 calls', MOST_OF_A_THREAD, share, ' %')],
    })
  },
}

function ends(): [Srtp, Srtp] {
  const [one, other] = [1, 2].map((seed) => Buffer.alloc(30, seed).toString('base64'))
  const keys = (ours = '', theirs = ''): SrtpKeys => ({ suite: 'AES_CM_128_HMAC_SHA1_80', ours, theirs })
  return [new Srtp(keys(one, other)), new Srtp(keys(other, one))]
}

const packetOf = (at: number) =>
  writeRtp({
    marker: false,
    payloadType: 0,
    sequence: at & 0xffff,
    timestamp: (at * 160) >>> 0,
    ssrc: 7,
    payload: new Uint8Array(160).fill(at & 0xff),
  })

const microseconds = (work: () => void) => (1_000 * processorMs(work)) / PACKETS
