import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { countedIds } from '../../../testing/counted-ids.ts'
import { manualClock } from '../../../testing/manual-clock.ts'
import { attempt, mailbox, node, NOON, wakeup } from '../../../testing/records.ts'
import { DEFAULTS } from '../../hotel/settings/defaults.ts'
import { policyOf } from '../../hotel/wakeups/wakeup-policy.ts'
import { seconds } from '../../kernel/clock.ts'
import { silentLog } from '../../kernel/log.ts'
import { openDatabase } from '../../store/engine/database.ts'
import type { Journal } from '../../store/files/journal.ts'
import { createStores, type HotelDatabase } from '../../store/stores/stores.ts'
import type { EndFacts } from './call-facts.ts'
import type { OutageRecord } from './outage-entry.ts'
import { OutageJournal } from './outage-journal.ts'
import { type WakeupBook, wakeupBook } from './wakeup-book.ts'

let folder: string
let database: HotelDatabase
let book: WakeupBook

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'reveille-'))
  database = await openDatabase({ folder, createStores, clock: manualClock(NOON), log: silentLog })
  book = wakeupBook({
    database,
    unfenced: database,
    ids: countedIds(),
    policy: () => policyOf(DEFAULTS.wakeup, null),
    whose: () => null,
    onLate: () => {},
  })
  await database.transaction(async ({ mailboxes, nodes }) => {
    await mailboxes.insert(mailbox({ tenant: '', number: '101' }))
    await nodes.join(node({ lease: 'living' }))
  })
})
afterEach(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

const AT = NOON + seconds(10)
/** As the node dialled it that was cut off. */
const RUNG = {
  ...wakeup({ id: 'w', tenant: '', room: '101', state: 'calling', dials: 1, attempts: 1, tries: 1 }),
  scheduledAt: NOON,
  dueAt: NOON,
  nextAt: NOON,
  dialledAt: NOON,
  lease: 'cut-off/1/w',
}
const { lease: _, ...CALL } = RUNG

const EVIDENCE = { reason: '', cause: null, forwarded: false }
const answered = {
  ...EVIDENCE,
  kind: 'answered',
  status: 200,
  keys: '',
  heardMs: 8_000,
  hungUpBy: 'them',
  machineSigns: [],
} as const
const busy = { ...EVIDENCE, kind: 'busy', status: 486, rang: false } as const
const endOf = (result: EndFacts['result']): EndFacts => ({
  rung: { call: RUNG, notes: [], unnoted: null },
  result,
  startedAt: NOON,
  isRecalled: false,
  cutOff: null,
})
const ended = (result: EndFacts['result'], at: string | undefined): OutageRecord => ({
  what: 'ended',
  at: AT,
  endings: [endOf(result)],
  ...(at === undefined ? {} : { node: at }),
})
const heard = (at: string): OutageRecord => ({ what: 'heard', at: AT, calls: [RUNG], node: at })

/** The call as it is in the book, with an attempt of the process that rings it there. */
const inBook = (claimer: string, of: Partial<typeof CALL> = {}) =>
  database.transaction(async ({ wakeups, attempts }) => {
    await wakeups.insert({ ...CALL, ...of })
    await attempts.insert([
      attempt({
        tenant: '',
        wakeup: 'w',
        call: 'w',
        room: '101',
        number: 1,
        claimer,
        startedAt: NOON,
        endedAt: null,
      }),
    ])
  })

const replay = (one: OutageRecord, rest: readonly OutageRecord[] = []) =>
  database.transaction((stores) => book.replay(stores, one, rest, AT + 1))
const call = async () => {
  const found = await database.read.wakeups.get('w')
  return [found?.state, found?.outcome]
}
const attempts = async () =>
  (await database.read.attempts.ofWakeup('w')).map(({ claimer, endedAt, result }) => [
    claimer,
    endedAt,
    result,
  ])

describe('what a node kept in its journal, whose houses others have by now', () => {
  it('settles the call that was answered for good, wherever it rings', async () => {
    await inBook('another')
    expect(await replay(ended(answered, 'lost'))).toMatchObject([{ isSettled: true }])
    expect(await call()).toEqual(['done', 'complete'])
    expect(await attempts()).toEqual([['another', null, null]])
  })

  it('does so also where the end of the call was never written, as the process died', async () => {
    await inBook('another')
    expect(await replay(heard('lost'))).toMatchObject([{ isSettled: true }])
    expect(await call()).toEqual(['done', 'complete'])
  })

  it('goes by the end of the call where that is known', async () => {
    await inBook('another')
    expect(await replay(heard('lost'), [ended(busy, 'lost')])).toEqual([])
    expect(await call()).toEqual(['calling', null])
  })

  it('changes nothing of a call that was not answered: they ring it', async () => {
    await inBook('another')
    expect(await replay(ended(busy, 'lost'))).toEqual([])
    expect([await call(), await attempts()]).toEqual([['calling', null], [['another', null, null]]])
  })

  it('is told once, although the phone is put down only after that', async () => {
    await inBook('another')
    await replay(heard('lost'))
    expect(await replay(ended(answered, 'lost'))).toEqual([])
    await book.late(endOf(answered), AT + 2)
    const rows = await database.read.activity.ofWakeups(['w'])
    expect(rows.filter(({ kind }) => kind === 'wakeup.answered-late')).toHaveLength(1)
  })

  it('settles nothing twice', async () => {
    await inBook('another', { state: 'done', outcome: 'busy' })
    expect(await replay(ended(answered, 'lost'))).toMatchObject([{ isSettled: false }])
    expect(await call()).toEqual(['done', 'busy'])
  })
})

describe('what a node kept in its journal, whose houses are still its own', () => {
  it('is written as it would have been written then', async () => {
    await inBook('cut-off')
    expect(await replay(ended(answered, 'living'))).toEqual([])
    expect([await call(), await attempts()]).toEqual([['done', 'complete'], [['cut-off', AT, answered]]])
  })
})

describe('an attempt of another process under the same number', () => {
  it('is not written over by a process that is alone', async () => {
    await inBook('another')
    expect(await replay(ended(busy, undefined))).toEqual([])
    expect([await call(), await attempts()]).toEqual([['calling', null], [['another', null, null]]])
  })
})

describe('two journals in one database', () => {
  const open = (id: string, records: readonly OutageRecord[], replayed: string[]) => {
    const journal: Journal = {
      id,
      size: 1,
      used: 0,
      round: 1,
      records,
      append: () => Promise.resolve(true),
      // A crash just before it.
      clear: () => Promise.reject(new Error('The disk is gone')),
      close: () => Promise.resolve(),
    }
    return new OutageJournal({
      journal,
      database,
      clock: manualClock(AT),
      log: silentLog,
      lease: () => id,
      onLate: () => {},
      replay: (_stores, { at }) => {
        replayed.push(`${id} ${at}`)
        return Promise.resolve([])
      },
    })
  }
  const away = (at: number): OutageRecord => ({ what: 'away', at, why: 'cut' })

  it('are each written back once', async () => {
    const replayed: string[] = []
    for (const id of ['a', 'b', 'a', 'b']) await open(id, [away(1), away(2)], replayed).start()
    expect(replayed).toEqual(['a 1', 'a 2', 'b 1', 'b 2'])
  })

  it('are not written back twice by whoever hands a house over just then', async () => {
    const replayed: string[] = []
    const journal = open('a', [away(1), away(2)], replayed)
    const started = journal.start()
    const settled = journal.settle()
    await started
    expect([await settled, await journal.settle()]).toContain(true)
    expect(replayed).toEqual(['a 1', 'a 2'])
  })
})
