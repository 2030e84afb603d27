import { type Baresip, type BaresipOptions, startBaresip } from '../../../../peers/baresip.ts'
import { Opened } from '../../../../peers/opened.ts'
import { HERE } from '../../../../peers/ports.ts'
import { encode } from '../../src/media/g711.ts'
import { openMedia, prepareAudio } from '../../src/media/media.ts'
import type { MediaStream, PreparedAudio } from '../../src/media/media-types.ts'
import type { LineOptions } from '../../src/lines/lines.ts'
import { createUserAgent, type UserAgent, type UserAgentOptions } from '../../src/agent/user-agent.ts'

/** The room phone and we, without an exchange between us. */
export interface Meeting {
  readonly phone: Baresip
  readonly agent: UserAgent
  /** What we say in our first call has been said. */
  readonly played: Promise<void>
  /** What we heard in it. */
  recording(): Promise<Int16Array>
  end(): Promise<void>
}

export async function meet(
  options: Partial<BaresipOptions> = {},
  ours: Partial<UserAgentOptions> = {},
  line: Partial<LineOptions> = {},
): Promise<Meeting> {
  const opened = new Opened()
  const audio = await opened.with(openRecordingAudio(), (one) => one.close())
  const phone = await opened.with(startBaresip({ user: '101', ...options }), (one) => one.stop())
  const agent = await opened.with(
    createUserAgent({ bind: { host: HERE, port: 0 }, media: audio, ...ours }),
    (one) => one.close(),
  )
  agent.addLine({ user: 'voice1', domain: HERE, exchange: phone.address, register: false, ...line })
  return { phone, agent, played: audio.played, recording: audio.recording, end: () => opened.close() }
}

async function openRecordingAudio() {
  const audio = await openMedia({ host: HERE, ports: { low: 16_384, high: 32_767 } })
  const streams: MediaStream[] = []
  let onPlayed = () => {}
  const played = new Promise<void>((resolve) => (onPlayed = resolve))
  return {
    host: HERE,
    async createStream() {
      const stream = await audio.createStream()
      stream.startRecording()
      stream.on('played', onPlayed)
      streams.push(stream)
      return stream
    },
    played,
    recording: async () => (await streams[0]?.stop())?.recording ?? new Int16Array(),
    close: () => audio.close(),
  }
}

export const spoken = (sound: Int16Array): PreparedAudio => prepareAudio(encode(sound, 'PCMU'))
