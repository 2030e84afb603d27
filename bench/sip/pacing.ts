import { quantile } from '../figures.ts'
import type { Datagram } from './pcap.ts'

/** How evenly packets came, over all streams. */
export interface Pacing {
  readonly streams: number
  readonly packets: number
  /** |gap - 20 ms|, in milliseconds. */
  readonly p50: number
  readonly p99: number
  readonly p999: number
  readonly max: number
}

/** RFC 3551 4.5: what everybody here sends. */
export const PACKET_MS = 20

/** The streams that were sent to a port: each comes from a port of its own. */
export function streamsTo(port: number, datagrams: readonly Datagram[]): Map<number, number[]> {
  return byPort(
    datagrams.filter(({ to }) => to === port),
    ({ from }) => from,
  )
}

/** The streams that came back from it. */
export function streamsFrom(port: number, datagrams: readonly Datagram[]): Map<number, number[]> {
  return byPort(
    datagrams.filter(({ from }) => from === port),
    ({ to }) => to,
  )
}

function byPort(datagrams: readonly Datagram[], portOf: (one: Datagram) => number): Map<number, number[]> {
  const times = new Map<number, number[]>()
  for (const one of datagrams) {
    const known = times.get(portOf(one))
    if (known) known.push(one.at)
    else times.set(portOf(one), [one.at])
  }
  return times
}

export function pacingOf(streams: readonly (readonly number[])[]): Pacing {
  const off = streams.flatMap((times) =>
    times.slice(1).map((at, before) => Math.abs(at - (times[before] ?? Number.NaN) - PACKET_MS)),
  )
  return {
    streams: streams.length,
    packets: streams.reduce((sum, times) => sum + times.length, 0),
    p50: quantile(off, 0.5),
    p99: quantile(off, 0.99),
    p999: quantile(off, 0.999),
    max: off.reduce((most, one) => Math.max(most, one), 0),
  }
}
