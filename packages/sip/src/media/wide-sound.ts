import { encode } from './g711.ts'
import { G722Decoder, G722Encoder } from './g722.ts'
import { Narrowing, Widening } from './half-band.ts'
import type { Playback } from './playback.ts'

/** What we say by G.722, block by block: speech, or the silence around it, in one stream that never begins anew. */
export class WideVoice {
  readonly #encoder = new G722Encoder()
  readonly #widening = new Widening()
  readonly #narrowing = new Narrowing()
  #last = new Int16Array(0)

  /** Fills a block; gives how much of it was audio rather than silence. */
  say(playback: Playback | null, block: Uint8Array): number {
    const samples = new Int16Array(2 * block.length)
    const heard = playback?.nextWide(samples, this.#widening) ?? 0
    this.#encoder.encode(samples, block)
    this.#last = samples
    return heard
  }

  /** The same as the telephone's law has it, for those who listen for echoes. */
  get asPcmu(): Uint8Array {
    return encode(this.#narrowing.push(this.#last), 'PCMU')
  }
}

/** What comes by G.722, as the telephone's law has it: keys, machines and recordings are listened to at 8 kHz. */
export class WideEar {
  readonly #decoder = new G722Decoder()
  readonly #narrowing = new Narrowing()

  asPcmu(payload: Uint8Array): Uint8Array {
    return encode(this.#narrowing.push(this.#decoder.decode(payload)), 'PCMU')
  }
}
