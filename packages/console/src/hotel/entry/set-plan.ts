import type { WakeupForm, WakeupPreview, WholeWakeup } from '@reveille/contract'
import { type Ask, asksOf, bodyOf, endedAsk } from './asks.ts'
import type { SetEntry } from './entry.ts'

/** What the server says of an ask. */
export interface Answered {
  readonly ask: Ask
  readonly preview: WakeupPreview
}

export type ForeseenCall = WakeupPreview['calls'][number]
export type OtherCall = ForeseenCall['others'][number]

/** What becomes of other calls that the rooms have around that time. */
export type Instead = 'replace' | 'this-day' | 'series' | 'keep'

/** One request; several make a deed. */
export type Step =
  | { readonly kind: 'create'; readonly ask: Ask }
  | {
      readonly kind: 'move'
      readonly ids: readonly string[]
      readonly to: string
      readonly back: readonly Moved[]
    }
  | { readonly kind: 'remove'; readonly ids: readonly string[] }
  | {
      readonly kind: 'skip'
      readonly ids: readonly string[]
      readonly date: string
      readonly calls: readonly Left[]
    }

/** Where a call was before. */
export interface Moved {
  readonly room: string
  readonly scheduled: string
}

/** A day of a series that is left out: who would have been rung, when, and how. */
export type Left = Readonly<Pick<WholeWakeup, 'room' | 'tenant' | 'scheduled' | 'confirm' | 'prompt'>>

/** The call that rings on a day that was left out: whoever must press a key must do so then too. */
export const bodyOfDay = ({ room, scheduled, confirm = false, prompt }: Left): WakeupForm => ({
  room,
  datetime: scheduled,
  ...(confirm ? { confirm } : {}),
  ...(prompt === 0 ? {} : { prompt }),
})

/** What the server says of one line, among all that were asked together. */
export function foreseenOf(entry: SetEntry, answered: readonly Answered[]): ForeseenCall[] {
  const own = asksOf([entry])
  return own.flatMap(({ form, rooms }) =>
    answered
      .filter(({ ask }) => JSON.stringify(ask.form) === JSON.stringify(form))
      .flatMap(({ preview }) => preview.calls.filter(({ room }) => rooms.includes(room))),
  )
}

export interface SetPlan {
  /** How many calls would be new. */
  readonly fresh: number
  /** Those that are there already. */
  readonly twins: readonly ForeseenCall[]
  readonly others: readonly OtherCall[]
  /** What may be done about the others; empty without any. Nothing is the default. */
  readonly choices: readonly Instead[]
  /** Null as long as that is open. */
  readonly steps: readonly Step[] | null
}

/** The calls that would be made, and what is in the way of them. */
export function planOf(answered: readonly Answered[], instead: Instead | null): SetPlan {
  const calls = answered.flatMap(({ preview }) => preview.calls)
  const fresh = calls.filter(({ existing }) => existing === undefined)
  const others = distinct(fresh.flatMap((call) => call.others))
  const choices = choicesFor(answered, others)
  const chosen = choices.length === 0 ? 'keep' : choices.find((one) => one === instead)
  return {
    fresh: fresh.length,
    twins: calls.filter(({ existing }) => existing !== undefined),
    others,
    choices,
    steps: chosen === undefined ? null : stepsFor(answered, others, chosen),
  }
}

const distinct = (others: readonly OtherCall[]): OtherCall[] => [
  ...new Map(others.map((one) => [one.id, one])).values(),
]

const isRepeat = ({ form }: Ask) => form.daily === true || form.days !== undefined

function choicesFor(answered: readonly Answered[], others: readonly OtherCall[]): Instead[] {
  if (others.length === 0) return []
  const isOnce = answered.every(({ ask }) => !isRepeat(ask))
  const isRepeating = isOnce && others.some(({ repeats }) => repeats)
  if (!isRepeating) return ['replace', 'keep']
  return isPlainMove(answered, others) ? ['this-day', 'series', 'keep'] : ['this-day', 'keep']
}

/** Nothing but another time was said, for rooms that have one call each: then the call itself moves. */
function isPlainMove(answered: readonly Answered[], others: readonly OtherCall[]): boolean {
  const [only, ...more] = answered
  if (only === undefined || more.length > 0 || isRepeat(only.ask)) return false
  const { confirm, prompt } = only.ask.form
  const rooms = only.preview.calls.filter((call) => call.others.length > 0)
  return confirm === undefined && prompt === undefined && rooms.length === others.length && allAtOnce(rooms)
}

/** Rooms of one zone: they move to one moment. */
const allAtOnce = (calls: readonly ForeseenCall[]) =>
  new Set(calls.map(({ scheduled }) => scheduled)).size === 1

function stepsFor(answered: readonly Answered[], others: readonly OtherCall[], chosen: Instead): Step[] {
  if (chosen === 'keep') return answered.flatMap((one) => creating(one, () => true))
  const isMove =
    isPlainMove(answered, others) && (chosen === 'series' || !others.some(({ repeats }) => repeats))
  if (!isMove) return [...answered.flatMap((one) => creating(one, () => true)), ...clearing(answered, chosen)]
  const isFree = ({ others: own }: ForeseenCall) => own.length === 0
  return [...answered.flatMap(moving), ...answered.flatMap((one) => creating(one, isFree))]
}

/** What is there already is not asked for again. The rest is asked for on the day that was read back: if midnight or the
 * time itself passes meanwhile, it is refused, and not silently another day. */
function creating({ ask, preview }: Answered, wanted: (call: ForeseenCall) => boolean): Step[] {
  const calls = preview.calls.filter((call) => call.existing === undefined && wanted(call))
  const byMoment = new Map<string, ForeseenCall[]>()
  for (const call of calls) byMoment.set(call.scheduled, [...(byMoment.get(call.scheduled) ?? []), call])
  return Array.from(byMoment, ([moment, own]) => ({
    kind: 'create',
    ask: endedAsk({ ...ask, rooms: own.map(({ room }) => room), form: pinned(ask.form, moment) }, moment),
  }))
}

function pinned(form: Ask['form'], moment: string): Ask['form'] {
  const { in: minutes, ...rest } = form
  if (minutes !== undefined) return { ...rest, datetime: moment }
  return { date: moment.slice(0, 10).replaceAll('-', ''), ...rest }
}

function moving({ preview }: Answered): Step[] {
  const pairs = preview.calls.flatMap((call) =>
    call.existing === undefined ? call.others.map((other) => ({ call, other })) : [],
  )
  const [first] = pairs
  if (first === undefined) return []
  return [
    {
      kind: 'move',
      ids: pairs.map(({ other }) => other.id),
      to: first.call.scheduled,
      back: pairs.map(({ call, other }) => ({ room: call.room, scheduled: other.scheduled })),
    },
  ]
}

/** Single calls go; of a series the day goes, or all of it where a series takes its place. */
function clearing(answered: readonly Answered[], chosen: Instead): Step[] {
  const pairs = new Map(
    answered.flatMap(({ preview }) =>
      preview.calls.flatMap((call) =>
        call.existing === undefined ? call.others.map((other) => [other.id, { call, other }] as const) : [],
      ),
    ),
  )
  const [days, gone]: [{ call: ForeseenCall; other: OtherCall }[], string[]] = [[], []]
  for (const [id, pair] of pairs) {
    if (chosen === 'this-day' && pair.other.repeats) days.push(pair)
    else gone.push(id)
  }
  return [...(gone.length === 0 ? [] : [{ kind: 'remove' as const, ids: gone }]), ...skipping(days)]
}

function skipping(days: readonly { readonly call: ForeseenCall; readonly other: OtherCall }[]): Step[] {
  const left = days.map(({ call, other }) => ({
    id: other.id,
    room: call.room,
    tenant: call.tenant,
    scheduled: other.scheduled,
    confirm: other.confirm,
    prompt: other.prompt,
  }))
  return skipSteps(left)
}

const leftOf = ({ room, tenant, scheduled, confirm = false, prompt }: Left): Left => ({
  room,
  tenant,
  scheduled,
  confirm,
  prompt,
})

/** One request for each day that is left out. */
export function skipSteps(calls: readonly (Left & { readonly id: string })[]): Step[] {
  const byDate = new Map<string, (Left & { readonly id: string })[]>()
  for (const call of calls) {
    const date = call.scheduled.slice(0, 10).replaceAll('-', '')
    byDate.set(date, [...(byDate.get(date) ?? []), call])
  }
  return Array.from(byDate, ([date, own]) => ({
    kind: 'skip',
    ids: own.map(({ id }) => id),
    date,
    calls: own.map(leftOf),
  }))
}

/** Under which of several requests it is known; the same plan has the same names. */
export const stepName = (step: Step): string =>
  step.kind === 'create' ? JSON.stringify([step.ask.tenant, bodyOf(step.ask)]) : JSON.stringify(step)
