import { median, ratio, round } from '../figures.ts'
import { atLeast, atMost, type Check, none, type Row } from '../report.ts'
import type { Drain, Race } from './ours.ts'
import { HEALTHY, RECEIVERS } from './receivers.ts'

/** Who was measured with which receivers, and what came of it, round after round. */
export interface Found {
  readonly side: string
  readonly race: Race
  readonly drains: readonly Drain[]
}

const medianMs = (drains: readonly Drain[]) => median(drains.map((drain) => drain.ms))

export function drainRow({ side, race, drains }: Found): Row {
  const seconds = medianMs(drains) / 1_000
  return {
    side,
    receivers: race.receivers.length,
    's until the healthy two have all': round(seconds, 2),
    'posts/s to them': Math.round((race.charges * HEALTHY.length) / seconds),
    'processor s of the sender': round(median(drains.map((drain) => drain.processorSeconds)), 2),
    's until flaky has half': drains[0]?.flakyMs
      ? round(median(drains.map(({ flakyMs }) => flakyMs ?? Infinity)) / 1_000, 2)
      : '',
    'all rounds': drains.map((drain) => drain.ms).join(' '),
  }
}

/** What each receiver has, and what its sender says of it, after the last round. */
export const accountRows = ({ side, race, drains }: Found): Row[] =>
  drains.slice(-1).flatMap(({ accounts, reckonings }) =>
    race.receivers.map((receiver) => ({
      side,
      receiver,
      ...accounts[receiver],
      ...reckonings?.get(receiver),
    })),
  )

/** The healthy two must not be slower for the three others, nor slower than the peer's. */
export function speedChecks(found: readonly Found[], sides: readonly string[], peer: string): Check[] {
  const ms = (side: string, receivers: readonly string[]) =>
    medianMs(found.find((one) => one.side === side && one.race.receivers === receivers)?.drains ?? [])
  return sides.flatMap((side) => [
    atMost(
      `${side}: the healthy two beside three others / alone`,
      1.1,
      ratio(ms(side, RECEIVERS), ms(side, HEALTHY)),
    ),
    atMost(`${side} / ${peer}: the healthy two of five`, 1, ratio(ms(side, RECEIVERS), ms(peer, RECEIVERS))),
  ])
}

/** One that fails half of the time gets its messages all the same: its rate until it has half of everything. */
export function flakyChecks(found: readonly Found[], sides: readonly string[], peer: string): Check[] {
  const rate = (side: string) => {
    const drains = found.find((one) => one.side === side && one.race.receivers === RECEIVERS)?.drains ?? []
    return 1 / median(drains.map(({ flakyMs }) => flakyMs ?? Infinity))
  }
  return sides.map((side) =>
    atLeast(`${side} / ${peer}: messages a second that flaky takes`, 0.8, ratio(rate(side), rate(peer))),
  )
}

/** Of those who say what they have accepted: nothing lost, nothing twice, nothing out of order. */
export function accountChecks(found: readonly Found[]): Check[] {
  const sum = (count: (race: Race, drain: Drain) => number) =>
    found
      .flatMap(({ race, drains }) => drains.map((drain) => (drain.reckonings ? count(race, drain) : 0)))
      .reduce((total, one) => total + one, 0)
  const over = (what: 'doubled' | 'disordered') =>
    sum(({ receivers }, { accounts }) => receivers.reduce((n, name) => n + accounts[name][what], 0))
  return [
    none('ours: accepted, and neither delivered nor waiting', sum(lost)),
    none('ours: sent again after it was taken', over('doubled')),
    none('ours: taken out of the order of its room', over('disordered')),
  ]
}

/** Neither taken by the receiver nor kept for it; also what is counted otherwise here than there. */
const lost = ({ charges, receivers }: Race, { accounts, reckonings }: Drain) =>
  receivers.reduce((sum, name) => {
    const { accepted = 0, delivered = 0, waiting = 0 } = reckonings?.get(name) ?? {}
    const { taken } = accounts[name]
    return (
      sum + Math.abs(charges - accepted) + Math.abs(accepted - taken - waiting) + Math.abs(delivered - taken)
    )
  }, 0)
