import { afterAll, beforeAll } from 'vitest'
import type { MediaPort } from '../../src/index.ts'
import { type Media, openMedia, prepareAudio } from '../../src/media/media.ts'

/** Five seconds of which no two packets are alike, so that each tells where in the announcement it belongs. */
export const announcement = prepareAudio(noise(40_000))

/** The same each time: a generator by the book (Numerical Recipes), of which the highest bits are the best. */
function noise(length: number): Uint8Array {
  let state = 1
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state >>> 24
  })
}

/** Where in the announcement a packet begins; -1 when it is not of it. */
export const placeOf = (payload: Buffer, law: 'pcmu' | 'pcma' = 'pcmu') =>
  Buffer.from(announcement[law]).indexOf(payload)

/** One thread of audio for all the tests of a file. */
export function realMedia(ports: { readonly low: number; readonly high: number }): MediaPort {
  let media: Media
  beforeAll(async () => {
    media = await openMedia({ host: '127.0.0.1', ports })
  })
  afterAll(() => media.close())
  return { host: '127.0.0.1', createStream: (options) => media.createStream(options) }
}
