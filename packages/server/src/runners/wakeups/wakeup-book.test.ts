import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { countedIds } from '../../../testing/counted-ids.ts'
import { manualClock } from '../../../testing/manual-clock.ts'
import { attempt as attemptRecord, mailbox, NOON, wakeup } from '../../../testing/records.ts'
import { DEFAULTS } from '../../hotel/settings/defaults.ts'
import { policyOf } from '../../hotel/wakeups/wakeup-policy.ts'
import type { Wakeup } from '../../hotel/wakeups/wakeup.ts'
import { minutes } from '../../kernel/clock.ts'
import { silentLog } from '../../kernel/log.ts'
import { openDatabase } from '../../store/engine/database.ts'
import { createStores, type HotelDatabase } from '../../store/stores/stores.ts'
import type { ClaimedWakeup } from '../../store/stores/wakeup-claims.ts'
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
  await database.transaction(async ({ mailboxes, wakeups }) => {
    await mailboxes.insert(mailbox({ tenant: '', number: '101' }))
    await wakeups.insert(call())
  })
})
afterEach(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

const call = (of: Partial<Wakeup> = {}) =>
  wakeup({
    id: 'w',
    tenant: '',
    room: '101',
    state: 'pending',
    scheduledAt: NOON,
    dueAt: NOON,
    nextAt: NOON,
    ...of,
  })

async function claimed(): Promise<ClaimedWakeup> {
  const { calls } = await book.claim(NOON + 1, NOON, NOON + minutes(30))
  const [one] = calls
  if (!one) throw new Error('Nothing is due')
  return one
}

const arm = async (of: ClaimedWakeup, callId: string) => {
  const [armed] = await book.arm([{ call: of, line: 'voice1', extension: '101', handle: { callId } }], NOON)
  if (!armed) throw new Error('The call was changed')
  return armed
}

const attempts = async () =>
  (await database.read.attempts.ofWakeup('w')).map(({ number, handle }) => [number, handle])

describe('a call that is armed', () => {
  it('again, because the answer of the database was lost: has one attempt, with the handle that is dialled', async () => {
    const held = await claimed()
    await arm(held, 'lost')
    await arm(held, 'dialled')
    expect(await attempts()).toEqual([[1, { callId: 'dialled' }]])
  })

  it('again, after it was changed while its INVITE left: has the next number, and the first attempt stays', async () => {
    const armed = await arm(await claimed(), 'first')
    await database.transaction(({ wakeups }) => wakeups.update(call({ confirm: true })))
    expect(await book.begun([{ call: armed, notes: [], unnoted: NOON }])).toEqual([])
    await database.transaction(({ attempts: store }) =>
      store.end({ tenant: '', wakeup: 'w', number: 1 }, NOON, null),
    )
    await arm(await claimed(), 'second')
    expect(await attempts()).toEqual([
      [1, { callId: 'first' }],
      [2, { callId: 'second' }],
    ])
  })
})

describe('a room', () => {
  const open = async () => (await database.read.attempts.open()).map(({ wakeup: of }) => of)
  const dueToo = (room: string) =>
    database.transaction(async ({ mailboxes, wakeups }) => {
      if (room !== '101') await mailboxes.insert(mailbox({ tenant: '', number: room }))
      await wakeups.insert(call({ id: 'v', room }))
    })

  it('that is still in the book for a call that is gone, because the answer of the database was lost, can be rung', async () => {
    const lost = await claimed()
    await arm(lost, 'lost')
    await database.transaction(({ wakeups }) => wakeups.remove(lost))
    await dueToo('101')
    await arm(await claimed(), 'dialled')
    expect(await open()).toEqual(['v'])
  })

  it('that another process rings is left to it, and the other rooms are rung', async () => {
    const before = attemptRecord({ wakeup: 'x', room: '101', claimer: 'another' })
    await database.transaction(({ attempts: store }) => store.insert([before]))
    await dueToo('102')
    const { calls } = await book.claim(NOON + 1, NOON, NOON + minutes(30))
    const armings = calls.map((one) => ({ call: one, line: 'voice1', extension: one.room, handle: {} }))
    expect((await book.arm(armings, NOON)).map(({ room }) => room)).toEqual(['102'])
    expect(await open()).toEqual(['v', 'x'])
  })
})

const BUSY = {
  kind: 'busy',
  status: 486,
  reason: 'Busy Here',
  cause: null,
  forwarded: false,
  rang: false,
} as const

describe('a call that is moved to another room while its INVITE leaves', () => {
  it('and taken up again at once: what came of the INVITE does not move it back', async () => {
    const armed = await arm(await claimed(), 'to 101')
    await database.transaction(({ wakeups }) => wakeups.update(call({ room: '102' })))
    await claimed()
    const rung = { call: armed, notes: [], unnoted: NOON }
    expect(await book.begun([rung])).toEqual([])
    await book.ended(
      [{ rung: { ...rung, unnoted: null }, result: BUSY, startedAt: NOON, cutOff: null, isRecalled: true }],
      NOON,
    )
    expect(await database.read.wakeups.get('w')).toMatchObject({ room: '102', state: 'pending', attempts: 0 })
  })
})

describe('a call that waits for a line', () => {
  const alarms = async () =>
    (await database.read.alarms.page({ scope: null, limit: 10 })).map(({ kind }) => kind)

  it('is told to the desk', async () => {
    await book.tellNoLine(await claimed(), NOON)
    expect(await alarms()).toEqual(['wakeup.no-line'])
  })

  it('and was settled just now: nothing is told', async () => {
    const held = await claimed()
    await database.transaction(({ wakeups }) => wakeups.update(call({ state: 'done', list: 'answered' })))
    await book.tellNoLine(held, NOON)
    expect(await alarms()).toEqual([])
  })
})
