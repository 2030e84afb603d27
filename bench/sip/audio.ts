import { setTimeout } from 'node:timers/promises'
import { ratio, round } from '../figures.ts'
import { atMost, type Check, none, type Row } from '../report.ts'
import type { AnnouncerQuestion, Usage } from '../sip-announcer.ts'
import { AUDIO_PORTS as BARESIP_PORTS, callWithBaresip } from './baresip.ts'
import { withBusyShare } from './busy.ts'
import { capture } from './capture.ts'
import type { Findings } from './findings.ts'
import { PACKET_MS, type Pacing, pacingOf, streamsFrom, streamsTo } from './pacing.ts'
import type { Datagram } from './pcap.ts'
import { type Program, startProgram } from './program.ts'
import { startUas, type Uas } from './sipp.ts'

export interface AudioSizes {
  readonly calls: number
  readonly seconds: number
}

const BLOCKED = { forMs: 40, everyMs: 200 }
/** Between the last answer and the measurement: the code gets warm, and every stream has sent and heard. */
const SETTLE_MS = 3_000
const MOST = { p99: 5, ofBaresip: 2, blockedP99: 10 }
/** Of what could have come in the time; a stream with less has not gone both ways. */
const NEARLY_ALL = 0.9

/** What was heard on the wire for a while. */
interface Heard {
  readonly ours: Pacing
  readonly baresip: Pacing
  /** Streams of ours with packets in both directions all the time. */
  readonly twoWay: number
  /** The share of all cores that was at work, whoever it was for. */
  readonly busy: number
}

/** The same while our calls were up, with what our process used. */
interface Sight extends Heard {
  readonly processorShare: number
  readonly usage: Usage
}

export async function measureAudio(sizes: AudioSizes): Promise<Findings> {
  const uas = await startUas()
  const baresip = await callWithBaresip(uas.address)
  const program = startProgram<AnnouncerQuestion, Usage>('sip-announcer')
  try {
    const alone = await listen(uas, sizes.seconds)
    const before = await program.ask({ kind: 'open', exchange: uas.address })
    await program.ask({ kind: 'call', calls: sizes.calls })
    const calm = await watch(uas, program, sizes)
    await program.ask({ kind: 'block', ...BLOCKED })
    const blocked = await watch(uas, program, sizes)
    await program.ask({ kind: 'hang up' })
    return findings(sizes, before, { alone, calm, blocked })
  } finally {
    program.stop()
    await baresip.stop()
    await uas.stop()
  }
}

async function watch(
  uas: Uas,
  program: Program<AnnouncerQuestion, Usage>,
  sizes: AudioSizes,
): Promise<Sight> {
  const before = await program.ask({ kind: 'usage' })
  const start = performance.now()
  const heard = await listen(uas, sizes.seconds)
  const usage = await program.ask({ kind: 'usage' })
  const seconds = (performance.now() - start) / 1000
  return { ...heard, processorShare: (usage.processorSeconds - before.processorSeconds) / seconds, usage }
}

async function listen(uas: Uas, seconds: number): Promise<Heard> {
  await setTimeout(SETTLE_MS)
  const { result, busy } = await withBusyShare(() => capture(uas.echoPort, seconds))
  return { ...sortOut(uas, result, seconds), busy }
}

/** Everybody sends to the one port of the UAS; baresip is known by the range of its own ports. */
function sortOut({ echoPort }: Uas, datagrams: readonly Datagram[], seconds: number) {
  const [there, back] = [streamsTo(echoPort, datagrams), streamsFrom(echoPort, datagrams)]
  const ours = [...there].filter(([port]) => !isBaresip(port))
  const enough = (NEARLY_ALL * 1000 * seconds) / PACKET_MS
  const isTwoWay = ([port, sent]: [number, number[]]) =>
    sent.length >= enough && (back.get(port)?.length ?? 0) >= enough
  return {
    ours: pacingOf(ours.map(([, times]) => times)),
    baresip: pacingOf([...there].filter(([port]) => isBaresip(port)).map(([, times]) => times)),
    twoWay: ours.filter(isTwoWay).length,
  }
}

const isBaresip = (port: number) => port >= BARESIP_PORTS.low && port <= BARESIP_PORTS.high

function findings(
  { calls, seconds }: AudioSizes,
  before: Usage,
  { alone, calm, blocked }: { alone: Heard; calm: Sight; blocked: Sight },
): Findings {
  const blocking = `main thread blocked ${BLOCKED.forMs} ms in every ${BLOCKED.everyMs} ms`
  return {
    counted: `audio: |gap - 20 ms| between neighbouring packets of each stream, by the kernel's times on the loopback (tcpdump), for ${seconds} s that began ${SETTLE_MS / 1000} s after the last of ${calls} calls was answered; sipp -sn uas -rtp_echo sends every packet back`,
    notes: [
      'baresip plays a WAV file in one call, measured first alone and then beside ours, all the time in the same way',
      `the processor's share is that of our whole process, with its media thread; memory is what it grew by while ${calls} calls were set up`,
      `the main thread was blocked ${blocked.usage.blocks} times`,
    ],
    tables: [
      {
        title: `Audio, ${calls} calls both ways`,
        rows: [
          pacingRow('baresip, alone', alone.baresip, alone),
          pacingRow('baresip, beside ours', calm.baresip, calm),
          pacingRow('ours', calm.ours, calm),
          pacingRow(`ours, ${blocking}`, blocked.ours, blocked),
        ],
      },
      { title: 'What a call costs', rows: [costRow(before, calm)] },
    ],
    checks: [
      atMost('audio: p99, ours', MOST.p99, calm.ours.p99, ' ms'),
      atMost('audio: p99, ours / baresip alone', MOST.ofBaresip, ratio(calm.ours.p99, alone.baresip.p99)),
      atMost(`audio: p99, ours, ${blocking}`, MOST.blockedP99, blocked.ours.p99, ' ms'),
      ...[calm, blocked].flatMap((sight, at) =>
        wholeness(at === 0 ? 'ours' : `ours, ${blocking}`, calls, sight),
      ),
    ],
  }
}

const wholeness = (what: string, calls: number, { twoWay, usage }: Sight): Check[] => [
  none(`audio: calls without packets both ways all the time, ${what}`, calls - twoWay),
  none(`audio: calls lost, ${what}`, calls - usage.calls),
]

const pacingRow = (
  what: string,
  { streams, packets, p50, p99, p999, max }: Pacing,
  { busy }: Heard,
): Row => ({
  what,
  streams,
  packets,
  'p50 ms': round(p50, 2),
  'p99 ms': round(p99, 2),
  'p99.9 ms': round(p999, 2),
  'max ms': round(max, 2),
  'machine busy %': Math.round(100 * busy),
})

function costRow(before: Usage, { processorShare, usage }: Sight): Row {
  return {
    calls: usage.calls,
    'core %': round(100 * processorShare),
    'core % a call': round((100 * processorShare) / usage.calls, 3),
    'MiB before': round(before.residentBytes / 2 ** 20),
    'MiB with them': round(usage.residentBytes / 2 ** 20),
    'KiB a call': round((usage.residentBytes - before.residentBytes) / usage.calls / 2 ** 10),
  }
}
