import { type Delivery, type DeliveryState, isOverByTakeBack } from '../../hotel/deliveries/delivery.ts'
import type { DeliveryFilter } from '../../store/stores/delivery-store.ts'
import type { HotelDatabase } from '../../store/stores/stores.ts'
import type { Actor } from '../actor.ts'
import { pages } from '../pages.ts'
import type { Report, ReportSpan } from './report.ts'

/** What each connector made of some charges: by its name, how many fared how; of the dead, those of a charge taken back. */
export type Answers = Map<string, Map<Answer, number>>
type Answer = DeliveryState | 'takenBack'

export const deliveriesIn = (
  database: HotelDatabase,
  actor: Actor,
  span: ReportSpan & Pick<DeliveryFilter, 'doubts'>,
) =>
  pages({}, (limit, last: Delivery | undefined) =>
    database.read.deliveries.page({
      ...span,
      scope: actor.scope,
      limit,
      after: last && { at: last.createdAt, id: last.id },
    }),
  )

export function countAnswer(answers: Answers, one: Delivery) {
  const of = answers.get(one.destination) ?? new Map<Answer, number>()
  const fared: readonly Answer[] = isOverByTakeBack(one) ? [one.state, 'takenBack'] : [one.state]
  for (const answer of fared) of.set(answer, (of.get(answer) ?? 0) + 1)
  answers.set(one.destination, of)
}

/** Those of several rows. */
export function addedAnswers(rows: readonly Answers[]): Answers {
  const sums: Answers = new Map()
  for (const [destination, counts] of rows.flatMap((row) => [...row])) {
    const of = sums.get(destination) ?? new Map<Answer, number>()
    for (const [state, count] of counts) of.set(state, (of.get(state) ?? 0) + count)
    sums.set(destination, of)
  }
  return sums
}

/** `bar: 3 delivered; pms: 2 delivered, 1 refused` */
export const answersText = (answers: Answers) =>
  byName(answers)
    .map(([name, of]) => `${name}: ${countsText(of)}`)
    .join('; ')

const countsText = (counts: Map<Answer, number>) =>
  byName(counts)
    .filter(([state]) => state !== 'takenBack')
    .map(([state, count]) => `${count} ${state}`)
    .join(', ')

/** The same as numbers. What is being sent has not arrived yet. */
export interface ConnectorFigures {
  readonly name: string
  readonly delivered: number
  readonly waiting: number
  readonly uncertain: number
  readonly refused: number
  readonly dead: number
  /** Of the dead. */
  readonly takenBack: number
}

export const answersAsFigures = (answers: Answers): ConnectorFigures[] =>
  byName(answers).map(([name, of]) => {
    const count = (state: Answer) => of.get(state) ?? 0
    return {
      name,
      delivered: count('delivered'),
      waiting: count('waiting') + count('sending'),
      uncertain: count('uncertain'),
      refused: count('refused'),
      dead: count('dead'),
      takenBack: count('takenBack'),
    }
  })

const byName = <K, V>(entries: Map<K, V>) => [...entries].toSorted(([a], [b]) => (a < b ? -1 : 1))

const FIGURES = [
  'accepted',
  'delivered',
  'refused',
  'waiting',
  'uncertain',
  'dead',
  'doubts',
  'takenBack',
] as const
type Reckoning = Record<(typeof FIGURES)[number], number>

type DeliverySum = { day: string; destination: string; purpose: string } & Reckoning

const nothing = (): Reckoning => ({
  accepted: 0,
  delivered: 0,
  refused: 0,
  waiting: 0,
  uncertain: 0,
  dead: 0,
  doubts: 0,
  takenBack: 0,
})

/** A message under way has not arrived: it counts as waiting. */
function reckon(sum: Reckoning, one: Delivery) {
  sum.accepted++
  if (one.doubts > 0) sum.doubts++
  if (isOverByTakeBack(one)) sum.takenBack++
  sum[one.state === 'sending' ? 'waiting' : one.state]++
}

/** At the end of a day: what was accepted for each destination, and what became of it. */
export async function reconciliation(
  deliveries: AsyncIterable<readonly Delivery[]>,
  dayOf: (one: Delivery) => string,
): Promise<Report<DeliverySum, Reckoning>> {
  const rows = new Map<string, DeliverySum>()
  const totals = nothing()
  for await (const page of deliveries)
    for (const one of page) {
      const [day, { destination, purpose }] = [dayOf(one), one]
      const key = [day, destination, purpose].join('\n')
      const row = rows.get(key) ?? { day, destination, purpose, ...nothing() }
      rows.set(key, row)
      for (const sum of [row, totals]) reckon(sum, one)
    }
  const sorted = byName(rows).map(([, row]) => row)
  return { columns: ['day', 'destination', 'purpose', ...FIGURES], rows: sorted, totals }
}
