import type { WakeupCreated } from '@reveille/contract'
import type { Client } from '../api/client.ts'
import { type Ask, bodyOf, endedAsk } from '../hotel/entry/asks.ts'
import {
  type Answered,
  bodyOfDay,
  type Left,
  type Moved,
  type Step,
  stepName,
} from '../hotel/entry/set-plan.ts'
import { asFailure } from '../kernel/failure.ts'
import type { Ids } from '../kernel/ids.ts'

/** How something that was done is taken back. */
export type Undo =
  /** Only what was made: what was there before stays. */
  | { readonly kind: 'remove'; readonly ids: readonly string[] }
  | { readonly kind: 'move-back'; readonly calls: readonly { readonly id: string; readonly to: string }[] }
  | { readonly kind: 'restore'; readonly ids: readonly string[] }
  /** A day that was left out is rung by a call of its own. */
  | { readonly kind: 'ring-anyway'; readonly calls: readonly Left[] }

type Caller = Pick<Client, 'call'>

const inTenant = (tenant: string | null) => (tenant === null ? {} : { query: { tenant } })

/** What asking for calls would do; nothing is stored. */
export async function foresee(
  client: Caller,
  ask: Ask,
  options: { readonly signal: AbortSignal; readonly isPlain: boolean },
): Promise<Answered> {
  const about = (one: Ask) =>
    client.call('wakeup.preview', { body: bodyOf(one), ...inTenant(one.tenant) }, options)
  const preview = await about(ask)
  const [first] = preview.calls
  if (ask.forDays === null || first === undefined) return { ask, preview }
  const ended = endedAsk(ask, first.scheduled)
  return { ask, preview: await about(ended) }
}

/**
 * The requests of one deed, all or none: where one is refused, those before it are taken back. Where the server does not
 * answer, nobody knows; tried again, each is the same request under the same key, and what was done is not done again.
 */
export class EntryDeed {
  readonly #client: Caller
  readonly #steps: readonly Step[]
  readonly #keys: ReadonlyMap<string, string>
  readonly #done = new Map<string, Undo>()

  constructor(client: Caller, ids: Ids, steps: readonly Step[]) {
    this.#client = client
    this.#steps = steps
    this.#keys = new Map(steps.map((step) => [stepName(step), ids.key()]))
  }

  async carryOut(): Promise<readonly Undo[]> {
    for (const step of this.#steps) {
      const name = stepName(step)
      if (this.#done.has(name)) continue
      try {
        this.#done.set(name, await carryOut(this.#client, step, this.#keys.get(name) ?? ''))
      } catch (error) {
        if (asFailure(error).kind !== 'unreachable') await this.#takeBack()
        throw error
      }
    }
    return [...this.#done.values()]
  }

  async #takeBack(): Promise<void> {
    const done = [...this.#done.values()]
    this.#done.clear()
    await takeBack(this.#client, done)
  }
}

async function carryOut(client: Caller, step: Step, key: string): Promise<Undo> {
  switch (step.kind) {
    case 'create': {
      const request = { body: bodyOf(step.ask), ...inTenant(step.ask.tenant) }
      return undoOfMaking(await client.call('wakeup.create', request, { key }))
    }
    case 'move': {
      const request = { params: { id: step.ids.join(',') }, body: { datetime: step.to } }
      return undoOfMoving(await client.call('wakeup.reschedule', request, { key }), step.back)
    }
    case 'remove':
      await client.call('wakeup.remove', { params: { id: step.ids.join(',') } })
      return { kind: 'restore', ids: step.ids }
    case 'skip': {
      const request = { params: { id: step.ids.join(',') }, body: { date: step.date } }
      await client.call('wakeup.skip', request, { key })
      return { kind: 'ring-anyway', calls: step.calls }
    }
  }
}

function undoOfMaking({ id, existing, calls }: WakeupCreated): Undo {
  const made = calls ?? [{ id, existing }]
  return { kind: 'remove', ids: made.filter((one) => one.existing !== true).map((one) => one.id) }
}

function undoOfMoving({ id, calls }: WakeupCreated, back: readonly Moved[]): Undo {
  const ids = calls?.map((one) => one.id) ?? [id]
  const pairs = ids.map((one, at) => ({ id: one, to: back[at]?.scheduled ?? '' }))
  return { kind: 'move-back', calls: pairs.filter(({ to }) => to !== '') }
}

/** In the opposite order: what took the place of something goes first. */
export async function takeBack(client: Caller, undos: readonly Undo[]): Promise<void> {
  const made = undos.filter(({ kind }) => kind === 'remove')
  const others = undos.filter(({ kind }) => kind !== 'remove')
  for (const undo of [...made, ...others]) await undone(client, undo)
}

async function undone(client: Caller, undo: Undo): Promise<void> {
  switch (undo.kind) {
    case 'remove':
      if (undo.ids.length > 0) await client.call('wakeup.remove', { params: { id: undo.ids.join(',') } })
      return
    case 'restore':
      await client.call('wakeup.restore', { params: { id: undo.ids.join(',') }, body: {} })
      return
    case 'move-back':
      for (const { id, to } of undo.calls)
        await client.call('wakeup.reschedule', { params: { id }, body: { datetime: to } })
      return
    case 'ring-anyway':
      for (const day of undo.calls)
        await client.call('wakeup.create', { body: bodyOfDay(day), query: { tenant: day.tenant } })
  }
}
