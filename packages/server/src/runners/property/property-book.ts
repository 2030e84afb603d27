import type { Note } from '../../hotel/log/row.ts'
import type { LastWord, PropertyCall, PropertySystem } from '../../hotel/property/property.ts'
import { keptBackUntil, lastWord } from '../../hotel/property/property-call.ts'
import { outcomeWords } from '../../hotel/wakeups/outcome-words.ts'
import { unproven } from '../../hotel/wakeups/proof.ts'
import { ownName, plainName } from '../../hotel/accounts/tenancy.ts'
import type { Instant } from '../../kernel/clock.ts'
import type { Ids } from '../../kernel/ids.ts'
import { noteRow, writeRows } from '../../logbook/notes.ts'
import { raiseOrRepeat } from '../../logbook/raise-alarm.ts'
import type { EndedCall } from '../../store/stores/property-store.ts'
import type { HotelDatabase, Stores } from '../../store/stores/stores.ts'

interface Parts {
  readonly database: HotelDatabase
  readonly ids: Ids
}

export type PropertyBook = ReturnType<typeof propertyBook>

/** What property systems are to be told, and what they were told. */
export function propertyBook({ database, ids }: Parts) {
  return {
    /**
     * Finds the final result of calls that are over, all or some; says when the next one kept back is ready. Most of
     * the time there is nothing, and then nothing is written either.
     */
    async decide(wakeups: readonly string[] | null, now: Instant): Promise<Instant> {
      const { ready, next } = await judge(database.read, wakeups, now)
      const ids = ready.flatMap(({ call }) => call.wakeup ?? [])
      if (ids.length > 0)
        await database.transaction(async (stores) => {
          for (const { call, word } of (await judge(stores, ids, now)).ready)
            await stores.property.advance(call, { ...call, state: 'due', word })
        })
      return next
    },

    due: (): Promise<PropertyCall[]> => database.read.property.due(),

    /** The record has left. */
    told: (call: PropertyCall, now: Instant): Promise<void> =>
      database.transaction(async (stores) => {
        await stores.property.advance(call, { ...call, state: 'told', toldAt: now })
        await writeRows(stores, [noteRow(call, toldNote(call, now))])
      }),

    /** News from a property system was lost: only a person can find out there what it was. */
    lost: ({ name, tenant }: PropertySystem, count: number, now: Instant): Promise<void> =>
      database.transaction((stores) => {
        const text = `${count} things that ${name} told could not be kept: compare guests and wake-up calls with it`
        const about = {
          kind: 'property.lost',
          subject: ownName(tenant, name),
          tenant,
          room: '',
          text,
          detail: { count },
        } as const
        return raiseOrRepeat(stores, ids, about, now)
      }),
  }
}

interface Judged {
  readonly ready: readonly { readonly call: PropertyCall; readonly word: LastWord }[]
  /** When the first of those is ready that are kept back. */
  readonly next: Instant
}

async function judge(stores: Stores, wakeups: readonly string[] | null, now: Instant): Promise<Judged> {
  const ready = []
  let next = Infinity
  for (const ended of await stores.property.ended(wakeups)) {
    const word = lastWord(ended.ending, await isWithDesk(stores, ended), now)
    if (word !== null) ready.push({ call: ended.call, word })
    else if (ended.ending) next = Math.min(next, keptBackUntil(ended.ending))
  }
  return { ready, next }
}

/** The desk is being told that the guest was not woken, and may still wake the guest in person. */
async function isWithDesk({ alarms }: Stores, { call, ending }: EndedCall): Promise<boolean> {
  if (ending === null || ending.outcome === 'complete' || call.wakeup === null) return false
  for (const kind of ['wakeup.failed', 'wakeup.no-line'] as const)
    if (await alarms.openAbout(kind, call.wakeup)) return true
  return false
}

export function toldNote(call: PropertyCall, at: Instant): Note<'property.told'> {
  const { id, tenant, system, room, date, time, word } = call
  const detail = { call: id, system, room, date, time, word }
  return {
    kind: 'property.told',
    at,
    text: `${plainName({ tenant, name: system })} was told of the wake-up call: ${wordsFor(word)}`,
    detail,
  }
}

function wordsFor(word: LastWord | null): string {
  if (word === null || word === 'taken back') return 'it was taken back'
  if (word === 'impossible') return 'it cannot be made'
  return word === 'complete' ? 'complete' : outcomeWords(unproven(word))
}
