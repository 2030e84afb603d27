import { type Baresip, type BaresipOptions, startBaresip } from '../../../../peers/baresip.ts'
import { Opened } from '../../../../peers/opened.ts'
import { HERE } from '../../../../peers/ports.ts'
import { piecesHeard } from '../../../../peers/recording.ts'
import { encode } from '../../src/media/g711.ts'
import { openMedia, prepareAudio } from '../../src/media/media.ts'
import { deferred } from '../../src/media/deferred.ts'
import type { MediaStream, PreparedAudio, StreamReport } from '../../src/media/media-types.ts'
import type { LineOptions } from '../../src/lines/lines.ts'
import type { Direction } from '../../src/sdp/sdp.ts'
import { createUserAgent, type UserAgent, type UserAgentOptions } from '../../src/agent/user-agent.ts'

/** The room phone and we, without an exchange between us. */
export interface Meeting {
  readonly phone: Baresip
  readonly agent: UserAgent
  /** What was agreed with the phone so far: who sends audio. */
  readonly directions: readonly Direction[]
  /** What we say in our first call has been said. */
  readonly played: Promise<void>
  /** Resolves when the phone's first packet has come. */
  readonly spokenTo: Promise<void>
  /** What we heard in it; that ends our audio. */
  report(): Promise<StreamReport>
  /** Which quarter seconds of this we heard, one after the other: 1 or 0 for each. */
  heardOf(said: Int16Array): Promise<string>
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
  const heardOf = async (said: Int16Array) =>
    piecesHeard(said, (await audio.report()).recording)
      .map(Number)
      .join('')
  return { ...audio, phone, agent, heardOf, end: () => opened.close() }
}

async function openRecordingAudio() {
  const audio = await openMedia({ host: HERE, ports: { low: 16_384, high: 32_767 } })
  const streams: MediaStream[] = []
  const directions: Direction[] = []
  const [played, spokenTo] = [deferred<void>(), deferred<void>()]
  return {
    host: HERE,
    async createStream() {
      const stream = await audio.createStream()
      stream.startRecording()
      stream.on('played', () => played.resolve())
      stream.on('firstPacket', () => spokenTo.resolve())
      const retarget = stream.retarget.bind(stream)
      stream.retarget = (agreed) => {
        directions.push(agreed.direction)
        retarget(agreed)
      }
      streams.push(stream)
      return stream
    },
    directions,
    played: played.promise,
    spokenTo: spokenTo.promise,
    report() {
      const [first] = streams
      if (!first) throw new Error('There was no call')
      return first.stop()
    },
    close: () => audio.close(),
  }
}

/** It takes the phone more than a second to press them, by its own clock, and it goes on speaking meanwhile. */
export const KEYS = '123456'

/** Heard, then for most of a second not, and heard again: what a hold leaves of `heardOf`. */
export const WITH_A_HOLE = /1.*000.*1/

export const spoken = (sound: Int16Array): PreparedAudio => prepareAudio(encode(sound, 'PCMU'))
