import type { WakeupPreview, WholeWakeup } from '@reveille/contract'
import { describe, expect, it } from 'vitest'
import { asksOf, bodyOf, endedAsk } from './asks.ts'
import { callsMeant, cancelPlanOf } from './cancel-plan.ts'
import { readEntry } from './entry-grammar.ts'
import { RoomBook } from './entry-rooms.ts'
import { type CancelEntry, printEntry, type SetEntry } from './entry.ts'
import type { EntryHouse } from './reading.ts'
import { type Answered, type ForeseenCall, type OtherCall, planOf, stepName } from './set-plan.ts'
import { turned } from './turned.ts'

/** Saturday evening. */
const HOUSE: EntryHouse = {
  book: new RoomBook(['110', '111', '112', '214'].map((number) => ({ number, floor: number[0] ?? '' }))),
  today: '2026-11-14',
  minute: 20 * 60,
  clock: 24,
  prompts: [{ id: 7, name: 'Regatta' }],
  seesNames: true,
  parties: () => [],
  namesIn: () => [],
}

function entryOf(line: string) {
  const reading = readEntry(line, HOUSE)
  if (reading.kind !== 'read') throw new Error(`${line} is ${reading.kind}`)
  return reading.entry
}
const set = (line: string): SetEntry => {
  const entry = entryOf(line)
  if (entry.kind !== 'set') throw new Error(`${line} cancels`)
  return entry
}
const cancel = (line: string): CancelEntry => {
  const entry = entryOf(line)
  if (entry.kind !== 'cancel') throw new Error(`${line} sets`)
  return entry
}
const bodies = (...lines: string[]) => asksOf(lines.map(set)).map(bodyOf)

describe('what the server is asked for', () => {
  it.each([
    ['214 0630', { room: '214', time: '0630' }],
    ['214 +20', { room: '214', in: 20 }],
    ['110-112 0630 20.11.', { room: '110,111,112', time: '0630', date: '20261120' }],
    ['214 0630 daily key #7', { room: '214', time: '0630', daily: true, confirm: true, prompt: 7 }],
    [
      '214 0630 weekdays until 20.11.',
      { room: '214', time: '0630', days: 'mon,tue,wed,thu,fri', until: '20261120' },
    ],
    [
      '214 0630 20.11. for 3 days',
      { room: '214', time: '0630', date: '20261120', daily: true, until: '20261122' },
    ],
  ])('of %s', (line, body) => {
    expect(bodies(line)).toEqual([body])
  })

  it('is each time once, for all rooms that want it', () => {
    expect(bodies('110 0630', '111 0645', '112 0630', '110 0630')).toEqual([
      { room: '110,112', time: '0630' },
      { room: '111', time: '0645' },
    ])
    expect(bodies('110 0630 0700')).toEqual([
      { room: '110', time: '0630' },
      { room: '110', time: '0700' },
    ])
  })

  it('names the house where a number is there twice', () => {
    const asks = asksOf([set('110,111 0630')], (room) => (room === '110' ? 'east' : null))
    expect(asks.map(({ tenant, rooms }) => [tenant, rooms])).toEqual([
      ['east', ['110']],
      [null, ['111']],
    ])
  })

  it('ends so many days after the first, which the server says', () => {
    const [ask] = asksOf([set('214 0630 for 3 days')])
    expect(ask?.form.until).toBeUndefined()
    expect(ask && bodyOf(endedAsk(ask, '2026-11-15T06:30:00+01:00'))).toMatchObject({ until: '20261117' })
  })
})

describe('once and every', () => {
  it.each([
    ['214 0630', '214 06:30 daily'],
    ['214 0630 mon', '214 06:30 every mon'],
    ['214 0630 daily', '214 06:30'],
    ['214 0630 daily 20.11.', '214 06:30 2026-11-20'],
  ])('%s turns into %s', (line, expected) => {
    const entry = turned(entryOf(line))
    expect(entry && printEntry(entry)).toBe(expected)
  })
})

const AT = '2026-11-15T06:30:00+01:00'
const foreseen = (room: string, more: Partial<ForeseenCall> = {}): ForeseenCall => ({
  room,
  tenant: 'site',
  scheduled: AT,
  tomorrow: true,
  others: [],
  occupied: true,
  vip: false,
  method: 'automatic',
  next: [],
  ...more,
})
const other = (id: string, more: Partial<OtherCall> = {}): OtherCall => ({
  id,
  askedBy: 'ben',
  created: '2026-11-14T19:00:00+01:00',
  scheduled: '2026-11-15T06:45:00+01:00',
  repeats: false,
  prompt: 0,
  confirm: false,
  ...more,
})
const answered = (line: string, ...calls: ForeseenCall[]): Answered[] => {
  const preview: WakeupPreview = {
    calls,
    repeated: [],
    missing: [],
    lines: { working: 1, total: 1 },
    forecast: [],
  }
  return asksOf([set(line)]).map((ask) => ({ ask, preview }))
}
const shortly = (...from: Parameters<typeof planOf>) =>
  planOf(...from).steps?.map((step) =>
    step.kind === 'create' ? `create ${step.ask.rooms.join()}` : `${step.kind} ${step.ids.join()}`,
  ) ?? null

describe('what would be done', () => {
  it('is one request where nothing is in the way', () => {
    expect(shortly(answered('110,111 0630', foreseen('110'), foreseen('111')), null)).toEqual([
      'create 110,111',
    ])
  })

  it('names the day that was read back, so that it is refused and not moved when that has passed', () => {
    const bodyFor = (line: string) =>
      planOf(answered(line, foreseen('110')), null).steps?.map((step) =>
        step.kind === 'create' ? bodyOf(step.ask) : step,
      )
    expect(bodyFor('110 0630')).toEqual([{ room: '110', time: '0630', date: '20261115' }])
    expect(bodyFor('110 +20')).toEqual([{ room: '110', datetime: AT }])
    expect(bodyFor('110 0630 for 3 days')).toMatchObject([
      { date: '20261115', daily: true, until: '20261117' },
    ])
  })

  it('leaves out what is there already', () => {
    const twin = foreseen('110', { existing: { id: 'a', askedBy: 'ben', created: AT } })
    expect(planOf(answered('110 0630', twin), null)).toMatchObject({ fresh: 0, twins: [twin], steps: [] })
    expect(shortly(answered('110,111 0630', twin, foreseen('111')), null)).toEqual(['create 111'])
  })

  it('is open as long as nobody has said what becomes of another call of that morning', () => {
    const both = answered('110,111 0630', foreseen('110', { others: [other('a')] }), foreseen('111'))
    expect(planOf(both, null)).toMatchObject({ choices: ['replace', 'keep'], steps: null })
    expect(shortly(both, 'keep')).toEqual(['create 110,111'])
    expect(shortly(both, 'replace')).toEqual(['move a', 'create 111'])
  })

  it('sets a call anew where more than its time is another, and then takes the old one away', () => {
    const keyed = answered('110 0630 key', foreseen('110', { others: [other('a')] }))
    expect(shortly(keyed, 'replace')).toEqual(['create 110', 'remove a'])
    const two = answered('110 0630', foreseen('110', { others: [other('a'), other('b')] }))
    expect(shortly(two, 'replace')).toEqual(['create 110', 'remove a,b'])
  })

  it('asks of a series whether that day is meant or all of it', () => {
    const series = answered('110 0630', foreseen('110', { others: [other('a', { repeats: true })] }))
    expect(planOf(series, 'replace')).toMatchObject({ choices: ['this-day', 'series', 'keep'], steps: null })
    expect(shortly(series, 'this-day')).toEqual(['create 110', 'skip a'])
    expect(shortly(series, 'series')).toEqual(['move a'])
    const daily = answered('110 0630 daily', foreseen('110', { others: [other('a', { repeats: true })] }))
    expect(shortly(daily, 'replace')).toEqual(['create 110', 'remove a'])
  })

  it('remembers of a day that gives way its key and its announcement: taken back, it is that call again', () => {
    const kept = { repeats: true, confirm: true, prompt: 7 }
    const series = answered('110 0630', foreseen('110', { others: [other('a', kept)] }))
    expect(planOf(series, 'this-day').steps?.at(-1)).toMatchObject({
      calls: [{ room: '110', tenant: 'site', confirm: true, prompt: 7 }],
    })
  })

  it('has the same names when it is tried again', () => {
    const names = () => planOf(answered('110 0630', foreseen('110')), null).steps?.map(stepName)
    expect(names()).toEqual(names())
  })
})

const call = (id: string, room: string, time: string, more: Partial<WholeWakeup> = {}): WholeWakeup => ({
  id,
  room,
  scheduled: `2026-11-15T${time}:00+01:00`,
  created: AT,
  daily: false,
  actor: 'ben',
  attempts: 0,
  snoozes: 0,
  prompt: 0,
  result: 0,
  source: 1,
  status: 0,
  tenant: 'site',
  askedBy: 'ben',
  next: null,
  dialled: null,
  settled: null,
  machineResult: 0,
  lastResult: 0,
  ...more,
})
const CALLS = [
  call('c', '110', '07:00', { daily: true }),
  call('a', '110', '06:30'),
  call('b', '111', '06:30'),
  call('d', '111', '06:00', { status: 2 }),
]

describe('what would be cancelled', () => {
  it.each([
    ['x 110', ['a', 'c']],
    ['x 110-112 0630', ['a', 'b']],
    ['x 214', []],
  ])('by %s', (line, ids) => {
    expect(callsMeant([cancel(line)], CALLS).map(({ id }) => id)).toEqual(ids)
  })

  it('waits for a word about a series: its next day, or all of it', () => {
    const meant = callsMeant([cancel('x 110')], CALLS)
    expect(cancelPlanOf(meant, null)).toMatchObject({ choices: ['this-day', 'series'], steps: null })
    expect(cancelPlanOf(meant, 'series').steps).toMatchObject([{ kind: 'remove', ids: ['a', 'c'] }])
    expect(cancelPlanOf(meant, 'this-day').steps).toMatchObject([
      { kind: 'remove', ids: ['a'] },
      { kind: 'skip', ids: ['c'], date: '20261115' },
    ])
  })

  it('keeps of a day that is left out what it takes to ring it after all', () => {
    const series = call('s', '110', '07:00', { daily: true, confirm: true, prompt: 7 })
    expect(cancelPlanOf([series], 'this-day').steps).toMatchObject([
      { calls: [{ room: '110', tenant: 'site', confirm: true, prompt: 7 }] },
    ])
  })
})
