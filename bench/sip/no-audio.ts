import type { MediaPort, MediaStream, StreamReport } from '@reveille/sip'

const REPORT: StreamReport = {
  heardMs: 0,
  rounds: 0,
  sent: 0,
  skipped: 0,
  received: 0,
  lost: 0,
  reordered: 0,
  jitterMs: 0,
  longestGapMs: 0,
  keys: '',
  machineSigns: [],
  recording: null,
}

const STREAM: MediaStream = {
  localPort: 20_000,
  play() {},
  quiet() {},
  retarget() {},
  pressKeys: () => Promise.resolve(),
  startRecording() {},
  alive() {},
  stop: () => Promise.resolve(REPORT),
  on: () => () => {},
}

/** Signalling alone: one stream for all calls, that remembers nothing and sends nothing. */
export const noAudio = (host: string): MediaPort => ({ host, createStream: () => Promise.resolve(STREAM) })
