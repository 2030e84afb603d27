import type { MediaPort, MediaStream, PreparedAudio } from '@reveille/sip'

/** Audio that somebody listens to on its way. */
export function overheard(media: MediaPort): { media: MediaPort; played: PreparedAudio[] } {
  const played: PreparedAudio[] = []
  const listenTo = (stream: MediaStream) => {
    const play = stream.play.bind(stream)
    stream.play = (audio, options) => {
      played.push(audio)
      play(audio, options)
    }
    return stream
  }
  return {
    played,
    media: { ...media, createStream: async (options) => listenTo(await media.createStream(options)) },
  }
}
