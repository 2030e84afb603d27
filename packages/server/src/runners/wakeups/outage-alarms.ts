import { type Alarm, type AlarmNews, movedAlarm, raise } from '../../hotel/desk/alarm.ts'
import type { Clock, Instant } from '../../kernel/clock.ts'
import type { Ids } from '../../kernel/ids.ts'
import type { Log } from '../../kernel/log.ts'
import { type LateAlarm, writeLateAlarm } from '../../logbook/late-alarm.ts'
import type { Acknowledgement } from '../../logbook/end-alarm.ts'
import { ITSELF } from '../../logbook/record.ts'
import type { Stores } from '../../store/stores/stores.ts'
import type { Outage } from './outage-journal.ts'

interface Parts {
  readonly outage: Pick<Outage, 'onOver' | 'onWriteBack'>
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  /** The lease of this node at this moment; null where a process is alone. */
  lease(): string | null
  /** Somebody at the desk has said that the guest was reached. */
  reached(stores: Stores, alarm: Alarm, how: Acknowledgement, now: Instant): Promise<void>
}

export type OutageAlarms = ReturnType<typeof outageAlarms>

/** Alarms of an outage, in memory until they can be written. */
export function outageAlarms({ outage, clock, ids, log, lease, reached }: Parts) {
  let all: LateAlarm[] = []
  const listeners: ((alarm: Alarm) => void)[] = []
  const about = ({ kind, subject }: Pick<AlarmNews, 'kind' | 'subject'>) =>
    all.find(({ alarm, over }) => alarm.kind === kind && alarm.subject === subject && !over)
  const add = (one: LateAlarm) => void all.push(one)
  /** Those that the database has never seen. */
  const raised = new Set<LateAlarm>()
  /** At which node each was raised. */
  const raisedAt = new Map<LateAlarm, string | null>()
  /** Under which id one was written that was raised there too. */
  const writtenAs = new Map<string, string>()

  /** As they are in the database: the outage may go on after they were written. */
  let written = new Map<LateAlarm, LateAlarm>()
  let writing = new Map<LateAlarm, LateAlarm>()
  const hasNews = (one: LateAlarm) => {
    const last = written.get(one)
    return !last || last.alarm !== one.alarm || last.over !== one.over || last.notes.length < one.notes.length
  }

  /** Others have taken over since: what the desk must know is theirs to say. What somebody there has done is written. */
  const isTheirs = async (stores: Stores, one: LateAlarm) => {
    const node = raisedAt.get(one) ?? null
    return node !== null && one.acknowledged === null && !(await stores.nodes.fence(node))
  }

  const write = async (stores: Stores, one: LateAlarm, last: LateAlarm | undefined) => {
    const { alarm, acknowledged } = one
    // It was ended when it was written, or has ended since.
    if (last && !(await stores.alarms.openAbout(alarm.kind, alarm.subject))) return
    const notes = one.notes.slice(last?.notes.length ?? 0)
    const id = await writeLateAlarm(stores, { ...one, notes })
    if (id !== alarm.id) writtenAs.set(alarm.id, id)
    if (acknowledged?.how.isReached) await reached(stores, alarm, acknowledged.how, acknowledged.at)
  }

  const remembered = (alarm: Alarm): LateAlarm => {
    const one: LateAlarm = { alarm, notes: [], acknowledged: null, over: null }
    add(one)
    return one
  }

  outage.onWriteBack({
    hasNews: () => all.some(hasNews),
    async write(stores) {
      writing = new Map(all.filter(hasNews).map((one) => [one, { ...one, notes: [...one.notes] }]))
      for (const [one, now] of writing)
        if (await isTheirs(stores, one))
          log.info(
            { event: 'outage.alarm-left', kind: one.alarm.kind, text: one.alarm.text },
            'Another node has taken over: what the desk must know is its to say',
          )
        else await write(stores, now, written.get(one))
    },
    // Only now: the transaction may have been tried more than once.
    written: () => (written = new Map([...written, ...writing])),
  })
  outage.onOver(() => {
    all = []
    raised.clear()
    raisedAt.clear()
    written = new Map()
  })

  return {
    /** The desk must know of it; it is told once of each thing, until that is over. */
    raise(news: AlarmNews): void {
      if (about(news)) return
      const alarm = raise({ id: ids.uuid(), ...news }, clock.now())
      const one: LateAlarm = { alarm, notes: [], acknowledged: null, over: null }
      add(one)
      raised.add(one)
      raisedAt.set(one, lease())
      for (const listener of listeners) listener(alarm)
    },

    /** Its cause is gone. */
    end(news: Pick<AlarmNews, 'kind' | 'subject'>, text: string): void {
      const one = about(news)
      if (!one) return
      one.over = { text, at: clock.now() }
      if (one.alarm.state === 'open') one.alarm = { ...one.alarm, state: 'over' }
    },

    /** One that was in the database before, and was told or acknowledged since. */
    add,

    /** The time is another by so much: what waits to be told waits as long as it would have. */
    moved(by: number): void {
      for (const one of all) one.alarm = movedAlarm(one.alarm, by)
    },

    /** As they are, those that were in the database before among them. */
    shown: () => all.map(asItIs),

    /** Those that nobody finds in the database yet. */
    unwritten: () => [...raised].filter((one) => !written.has(one)).map(asItIs),

    /** Whether it was still open. */
    acknowledge(alarm: Alarm, how: Acknowledgement): boolean {
      const one = all.find((other) => other.alarm.id === alarm.id) ?? remembered(alarm)
      if (one.alarm.state !== 'open') return false
      one.alarm = { ...one.alarm, state: 'acknowledged' }
      one.acknowledged = { how, at: clock.now() }
      return true
    },

    /** The id that it has in the database. */
    idOf: (id: string) => writtenAs.get(id) ?? id,

    /** Those of these ids. */
    of: (ids: readonly string[]): LateAlarm[] => all.filter(({ alarm }) => ids.includes(alarm.id)),

    open: () => all.map(({ alarm }) => alarm).filter(({ state }) => state === 'open'),

    /** Told of each that is raised. */
    onRaised: (listener: (alarm: Alarm) => void) => void listeners.push(listener),
  }
}

/** With who ended it, and when. */
const asItIs = ({ alarm, acknowledged, over }: LateAlarm): Alarm => {
  if (acknowledged) {
    const { name, note = '' } = acknowledged.how
    return { ...alarm, endedBy: name, endedAt: acknowledged.at, note }
  }
  return over ? { ...alarm, endedBy: ITSELF.name, endedAt: over.at } : alarm
}
