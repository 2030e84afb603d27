import type { Delivery } from '../../hotel/deliveries/delivery.ts'
import { VOID_MESSAGE } from '../../hotel/deliveries/take-back.ts'
import { type ChargeTold, isChargeFacts } from '../../hotel/inventory/charge-facts.ts'
import { addUp, formatSum, NO_SUM, type Sum, sumOf } from '../../hotel/inventory/money.ts'
import { CHARGED, VOIDED } from '../../hotel/log/retention.ts'
import { rowOf } from '../../hotel/log/row.ts'
import type { Instant } from '../../kernel/clock.ts'
import type { Activity } from '../../store/stores/activity-store.ts'
import {
  addedAnswers,
  type Answers,
  answersAsFigures,
  answersText,
  type ConnectorFigures,
  countAnswer,
} from './delivery-report.ts'
import type { Report } from './report.ts'

/** What charges can be added up by. */
const CHARGE_GROUPS = ['day', 'room', 'category', 'item', 'user', 'tax'] as const
export type ChargeGroup = (typeof CHARGE_GROUPS)[number]
const USUAL_GROUPS: readonly ChargeGroup[] = ['day', 'room', 'category']

/** `day,category`; in their own order, whatever the order that was asked for. */
export function chargeGroupsOf(by: string | undefined): ChargeGroup[] {
  const wanted = by?.split(',') ?? USUAL_GROUPS
  return CHARGE_GROUPS.filter((group) => wanted.includes(group))
}

interface Sources {
  /** Rows of the log, of charges and of what takes them back. */
  readonly charges: AsyncIterable<readonly Activity[]>
  readonly deliveries: AsyncIterable<readonly Delivery[]>
}

/** By the clocks of the tenant. */
type DayOf = (at: Instant, tenant: string) => string

/** Charges added up, with the colour that tells categories apart and what each connector answered. */
export async function chargeReport(
  { charges, deliveries }: Sources,
  by: readonly ChargeGroup[],
  dayOf: DayOf,
): Promise<Report<ChargeRow, Totals & Reconciled>> {
  const fieldsOf = (charge: Charge) =>
    by.reduce<Fields>((fields, group) => ({ ...fields, ...FIELDS[group](charge, dayOf) }), {})
  const answers = await answersIn(deliveries, fieldsOf)
  const { sums, totals } = await addedUp(charges, fieldsOf)
  const answersOf = (key: string): Answers => answers.get(key) ?? new Map()
  const color = (sum: RowSum) => (by.includes('category') ? { color: sum.color } : {})
  const rows = [...sums]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, sum]) => {
      const { voidedQuantity, netQuantity, ...figures } = shown(sum)
      return {
        ...sum.fields,
        ...color(sum),
        currency: sum.currency,
        ...figures,
        answers: answersText(answersOf(key)),
        voidedQuantity,
        netQuantity,
        connectors: answersAsFigures(answersOf(key)),
      }
    })
  const columns = [...by.flatMap((group) => COLUMNS[group]), 'currency', ...FIGURES, 'answers', ...QUANTITIES]
  // A message may be kept for longer than its charge: only what the rows tell of is added up.
  const connectors = answersAsFigures(addedAnswers([...sums.keys()].map(answersOf)))
  return { columns, rows, totals: { ...totalsOf(totals), connectors } }
}

const FIGURES = ['charges', 'quantity', 'total', 'voids', 'voided', 'net']
/** Beside the amounts of the same name; at the end, where no table loses its place. */
const QUANTITIES = ['voidedQuantity', 'netQuantity']

/** What a row is of: those of the groups that were asked for. */
type Fields = {
  readonly day?: string
  readonly room?: string
  readonly tenant?: string
  readonly category?: string
  readonly description?: string
  readonly item?: string
  readonly itemDescription?: string
  readonly user?: string
  readonly taxRate?: string
}
/** `total` is of all that was charged, `voided` of what was taken back, below zero; `net` is what is left. Quantities alike. */
type Figures = {
  readonly charges: number
  readonly quantity: number
  readonly total: string
  readonly voids: number
  readonly voided: string
  readonly net: string
  readonly voidedQuantity: number
  readonly netQuantity: number
}
/** Amounts in several currencies are not added up: each has its own. */
type Totals = Figures & { readonly currencies: (Figures & { readonly currency: string })[] }
type Reconciled = { readonly connectors: ConnectorFigures[] }
type ChargeRow = Fields &
  Figures &
  Reconciled & { readonly color?: string; readonly currency: string; readonly answers: string }

interface Charge {
  readonly at: Instant
  readonly tenant: string
  readonly room: string
  readonly item: ChargeTold['item']
  readonly user: string
  readonly taxRate: string
}

/** Two tenants may use the same room number, and a tenant's category the number of a shared one. */
const FIELDS: Readonly<Record<ChargeGroup, (of: Charge, dayOf: DayOf) => Fields>> = {
  day: ({ at, tenant }, dayOf) => ({ day: dayOf(at, tenant) }),
  room: ({ room, tenant }) => ({ room, tenant }),
  category: ({ item: { category } }) => ({ category: category.id, description: category.description }),
  item: ({ item: { id, description } }) => ({ item: id, itemDescription: description }),
  user: ({ user }) => ({ user }),
  tax: ({ taxRate }) => ({ taxRate }),
}

const COLUMNS: Readonly<Record<ChargeGroup, readonly string[]>> = {
  day: ['day'],
  room: ['room', 'tenant'],
  category: ['category', 'description', 'color'],
  item: ['item', 'itemDescription'],
  user: ['user'],
  tax: ['taxRate'],
}

/** Amounts of two currencies are never added up. */
const keyOf = (fields: Fields, currency: string) => [...Object.values(fields), currency].join('\n')

type FieldsOf = (charge: Charge) => Fields

/** What the connectors made of the charges of each row. */
async function answersIn(
  deliveries: Sources['deliveries'],
  fieldsOf: FieldsOf,
): Promise<ReadonlyMap<string, Answers>> {
  const rows = new Map<string, Answers>()
  for await (const page of deliveries)
    for (const one of page.filter(({ purpose, kind }) => purpose === 'charge' && kind !== VOID_MESSAGE)) {
      const { createdAt: at, tenant, room, payload } = one
      if (!isChargeFacts(payload)) continue
      const { currency = '', taxRate = '' } = payload
      const key = keyOf(fieldsOf({ ...payload, at, tenant, room, taxRate }), currency)
      const answers = rows.get(key) ?? new Map()
      rows.set(key, answers)
      countAnswer(answers, one)
    }
  return rows
}

interface ChargeSum {
  readonly charges: number
  readonly quantity: number
  readonly total: Sum
  readonly voids: number
  /** Below zero, like their sum. */
  readonly voidedQuantity: number
  readonly voided: Sum
}

interface RowSum extends ChargeSum {
  readonly fields: Fields
  readonly color: string
  readonly currency: string
}

const NOTHING: ChargeSum = {
  charges: 0,
  quantity: 0,
  total: NO_SUM,
  voids: 0,
  voidedQuantity: 0,
  voided: NO_SUM,
}

const isCharged = rowOf(CHARGED)
const isVoided = rowOf(VOIDED)

async function addedUp(charges: Sources['charges'], fieldsOf: FieldsOf) {
  const sums = new Map<string, RowSum>()
  const totals = new Map<string, ChargeSum>()
  for await (const page of charges)
    for (const row of page) {
      if (!isCharged(row) && !isVoided(row)) continue
      const { at, tenant, room, detail } = row
      const { currency = '', taxRate = '', color } = detail
      const fields = fieldsOf({ ...detail, at, tenant, room, taxRate })
      const [key, sum] = [keyOf(fields, currency), sumIn(row.kind === VOIDED, detail)]
      sums.set(key, { fields, color, currency, ...plus(sums.get(key) ?? NOTHING, sum) })
      totals.set(currency, plus(totals.get(currency) ?? NOTHING, sum))
    }
  return { sums, totals }
}

const sumIn = (isVoid: boolean, { quantity, total }: ChargeTold): ChargeSum =>
  isVoid
    ? { ...NOTHING, voids: 1, voidedQuantity: quantity, voided: sumOf(total) }
    : { ...NOTHING, quantity, charges: 1, total: sumOf(total) }

const plus = (a: ChargeSum, b: ChargeSum): ChargeSum => ({
  charges: a.charges + b.charges,
  quantity: a.quantity + b.quantity,
  total: addUp(a.total, b.total),
  voids: a.voids + b.voids,
  voidedQuantity: a.voidedQuantity + b.voidedQuantity,
  voided: addUp(a.voided, b.voided),
})

const shown = ({ charges, quantity, total, voids, voidedQuantity, voided }: ChargeSum): Figures => ({
  charges,
  quantity,
  total: formatSum(addUp(total, { minor: 0n, scale: voided.scale })),
  voids,
  voided: formatSum(addUp(voided, { minor: 0n, scale: total.scale })),
  net: formatSum(addUp(total, voided)),
  voidedQuantity,
  netQuantity: quantity + voidedQuantity,
})

const NO_AMOUNT = { total: '', voided: '', net: '' }

function totalsOf(sums: ReadonlyMap<string, ChargeSum>): Totals {
  const whole = shown([...sums.values()].reduce(plus, NOTHING))
  const currencies = [...sums]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, sum]) => ({ currency, ...shown(sum) }))
  return { ...whole, ...(sums.size > 1 ? NO_AMOUNT : {}), currencies }
}
