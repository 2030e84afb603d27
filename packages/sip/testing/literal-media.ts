import { type Media, type MediaOptions, openMedia } from '../src/media/media.ts'
import type { MediaPort } from '../src/media/media-port.ts'
import type { MediaStream, StreamOptions } from '../src/media/media-types.ts'
import type { AgreedAudio } from '../src/sdp/offer-answer.ts'

export interface LiteralMedia extends MediaPort {
  close(): Promise<void>
}

/**
 * Audio of a phone that speaks to the address it was told and to no other, wherever the other side's comes from: no
 * symmetric RTP. Where that address leads nowhere, the phone hears and is not heard, which is one-way audio.
 */
export async function literalMedia(options: MediaOptions): Promise<LiteralMedia> {
  const media = await openMedia(options)
  return {
    host: options.host,
    createStream: (stream) => literalStream(media, stream),
    close: () => media.close(),
  }
}

const listening = (agreed: AgreedAudio): AgreedAudio => ({ ...agreed, direction: 'recvonly' })

/** It listens on one port and speaks from another, where nothing comes that could lead it elsewhere. */
async function literalStream(media: Media, { agreed, ...options }: StreamOptions = {}): Promise<MediaStream> {
  const ear = await media.createStream({ ...options, ...(agreed ? { agreed: listening(agreed) } : {}) })
  const mouth = await media.createStream({ ...options, ...(agreed ? { agreed } : {}) })
  return {
    localPort: ear.localPort,
    play: (audio, how) => mouth.play(audio, how),
    quiet: () => mouth.quiet(),
    retarget(anew) {
      ear.retarget(listening(anew))
      mouth.retarget(anew)
    },
    pressKeys: (keys, how) => mouth.pressKeys(keys, how),
    startRecording: (how) => ear.startRecording(how),
    alive: () => ear.alive(),
    async stop() {
      const [heard, said] = await Promise.all([ear.stop(), mouth.stop()])
      return { ...heard, sent: said.sent, heardMs: said.heardMs, rounds: said.rounds }
    },
    on: (name, listener) => (name === 'played' ? mouth : ear).on(name, listener),
  }
}
