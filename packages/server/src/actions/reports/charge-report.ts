import type { Delivery } from '../../hotel/deliveries/delivery.ts'
import { type ChargeTold, isChargeFacts } from '../../hotel/inventory/charge-facts.ts'
import { addUp, formatSum, NO_SUM, type Sum, sumOf } from '../../hotel/inventory/money.ts'
import { rowOf } from '../../hotel/log/row.ts'
import type { Instant } from '../../kernel/clock.ts'
import type { Activity } from '../../store/stores/activity-store.ts'
import { type Answers, answersText, countAnswer } from './delivery-report.ts'
import type { Report } from './report.ts'

/** What charges can be added up by. */
const CHARGE_GROUPS = ['day', 'room', 'category', 'item', 'user'] as const
export type ChargeGroup = (typeof CHARGE_GROUPS)[number]
const USUAL_GROUPS: readonly ChargeGroup[] = ['day', 'room', 'category']

/** `day,category`; in their own order, whatever the order that was asked for. */
export function chargeGroupsOf(by: string | undefined): ChargeGroup[] {
  const wanted = by?.split(',') ?? USUAL_GROUPS
  return CHARGE_GROUPS.filter((group) => wanted.includes(group))
}

interface Sources {
  /** Rows of the log. */
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
): Promise<Report<ChargeRow, Figures>> {
  const fieldsOf = (charge: Charge) =>
    by.reduce<Fields>((fields, group) => ({ ...fields, ...FIELDS[group](charge, dayOf) }), {})
  const answers = await answersIn(deliveries, fieldsOf)
  const { sums, totals } = await addedUp(charges, fieldsOf)
  const color = (sum: RowSum) => (by.includes('category') ? { color: sum.color } : {})
  const rows = [...sums]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, sum]) => ({
      ...sum.fields,
      ...color(sum),
      ...shown(sum),
      answers: answersText(answers.get(key) ?? new Map()),
    }))
  const columns = [...by.flatMap((group) => COLUMNS[group]), 'charges', 'quantity', 'total', 'answers']
  return { columns, rows, totals: shown(totals) }
}

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
}
type Figures = { readonly charges: number; readonly quantity: number; readonly total: string }
type ChargeRow = Fields & Figures & { readonly color?: string; readonly answers: string }

interface Charge {
  readonly at: Instant
  readonly tenant: string
  readonly room: string
  readonly item: ChargeTold['item']
  readonly user: string
}

/** Two tenants may use the same room number, and a tenant's category the number of a shared one. */
const FIELDS: Readonly<Record<ChargeGroup, (of: Charge, dayOf: DayOf) => Fields>> = {
  day: ({ at, tenant }, dayOf) => ({ day: dayOf(at, tenant) }),
  room: ({ room, tenant }) => ({ room, tenant }),
  category: ({ item: { category } }) => ({ category: category.id, description: category.description }),
  item: ({ item: { id, description } }) => ({ item: id, itemDescription: description }),
  user: ({ user }) => ({ user }),
}

const COLUMNS: Readonly<Record<ChargeGroup, readonly string[]>> = {
  day: ['day'],
  room: ['room', 'tenant'],
  category: ['category', 'description', 'color'],
  item: ['item', 'itemDescription'],
  user: ['user'],
}

const keyOf = (fields: Fields) => Object.values(fields).join('\n')

type FieldsOf = (charge: Charge) => Fields

/** What the connectors made of the charges of each row. */
async function answersIn(deliveries: Sources['deliveries'], fieldsOf: FieldsOf) {
  const rows = new Map<string, Answers>()
  for await (const page of deliveries)
    for (const one of page.filter(({ purpose }) => purpose === 'charge')) {
      const { createdAt: at, tenant, room, payload } = one
      if (!isChargeFacts(payload)) continue
      const key = keyOf(fieldsOf({ ...payload, at, tenant, room }))
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
}

interface RowSum extends ChargeSum {
  readonly fields: Fields
  readonly color: string
}

const NOTHING: ChargeSum = { charges: 0, quantity: 0, total: NO_SUM }

async function addedUp(charges: Sources['charges'], fieldsOf: FieldsOf) {
  const sums = new Map<string, RowSum>()
  let totals = NOTHING
  for await (const page of charges)
    for (const { at, tenant, room, detail } of page.filter(rowOf('inventory.charged'))) {
      const { quantity, total, color } = detail
      const fields = fieldsOf({ ...detail, at, tenant, room })
      const charge = { charges: 1, quantity, total: sumOf(total) }
      const key = keyOf(fields)
      sums.set(key, { fields, color, ...plus(sums.get(key) ?? NOTHING, charge) })
      totals = plus(totals, charge)
    }
  return { sums, totals }
}

const plus = (a: ChargeSum, b: ChargeSum): ChargeSum => ({
  charges: a.charges + b.charges,
  quantity: a.quantity + b.quantity,
  total: addUp(a.total, b.total),
})

const shown = ({ charges, quantity, total }: ChargeSum): Figures => ({
  charges,
  quantity,
  total: formatSum(total),
})
