import fs from 'node:fs'
import { describe, expect, it } from 'vitest'
import { days, hours, minutes } from '../../kernel/clock.ts'
import { toInstant } from '../time/local-time.ts'
import { PURGED, type RowsEnd } from './retention.ts'
import {
  BEGINNING,
  ChainCheck,
  digestOf,
  type Ends,
  type Head,
  type ChainLink,
  type LogRow,
  type Seal,
  sealRows,
} from './seal.ts'
import { activity } from '../../../testing/records.ts'

const MORNING = toInstant('2026-11-15T05:00:00', 'UTC')
const START: Ends = { number: 0, hashes: new Map() }

const row = (of: Partial<LogRow> = {}): LogRow => ({
  ...activity({
    at: MORNING,
    wakeup: 'w1',
    text: 'Zoë asked: "7?"\n',
    detail: { b: [1, { d: null, c: true }], a: 'x' },
  }),
  id: 7,
  ...of,
})

describe('the digest of a row', () => {
  it('is that of its fields as canonical JSON, which anybody can compute', () => {
    expect(digestOf(row())).toBe('64adfea91d97f48540958f07d871df5aa5d920f2e1cea54196493081fe48f9bc')
  })

  it.each<[string, Partial<LogRow>]>([
    ['id', { id: 8 }],
    ['at', { at: MORNING + 1 }],
    ['tenant', { tenant: 't' }],
    ['kind', { kind: 'wakeup.deleted' }],
    ['room', { room: '102' }],
    ['actor', { actor: 'boss' }],
    ['source', { source: 'phone' }],
    ['wakeup', { wakeup: null }],
    ['text', { text: 'Zoe' }],
    ['detail', { detail: { b: [1, { d: null, c: true }], a: 'y' } }],
    ['something deep in the detail', { detail: { b: [1, { d: 0, c: true }], a: 'x' } }],
  ])('is another one when %s is changed', (_, change) => {
    expect(digestOf(row(change))).not.toBe(digestOf(row()))
  })

  it('does not depend on the order in which a detail was written', () => {
    expect(digestOf(row({ detail: { a: 'x', b: [1, { c: true, d: null }] } }))).toBe(digestOf(row()))
  })

  it('tells where one field ends and the next begins', () => {
    expect(digestOf(row({ room: '10', actor: '1desk' }))).not.toBe(digestOf(row()))
    expect(digestOf(row({ wakeup: 'null' }))).not.toBe(digestOf(row({ wakeup: null })))
  })
})

/** A log of rows, an hour apart, and their seals. */
function chainOf(rows: readonly LogRow[]): ChainLink[] {
  const seals = sealRows(rows, START)
  return rows.map((row, at) => ({ seal: seals[at] as Seal, row }))
}
const aLog = (count: number) =>
  Array.from({ length: count }, (_, at) => row({ id: at + 10, at: MORNING + hours(at) }))

/** Nothing is old enough to be gone. */
const KEPT: RowsEnd = { charges: 0, log: 0 }

function check(links: readonly ChainLink[], end = KEPT, start: Head = BEGINNING) {
  const chain = new ChainCheck(start, end)
  for (const link of links) chain.add(link)
  return chain
}

const without = (links: readonly ChainLink[], at: number) =>
  links.map((link, index) => (index === at ? { ...link, row: null } : link))

describe('a chain of seals', () => {
  it('numbers the rows in their order and binds each to the one before', () => {
    const [first, second] = sealRows([row(), row({ id: 9 })], START)
    expect(first).toEqual({
      tenant: '',
      number: 1,
      activity: 7,
      at: MORNING,
      kind: 'wakeup.created',
      digest: digestOf(row()),
      hash: 'baf5d5d41e4148f5d4a826048ccc1b49793dd8a67dc96a169a0981b3733d1ead',
    })
    expect(second).toMatchObject({ number: 2, activity: 9 })
    const after = { number: 1, hashes: new Map([['', first?.hash ?? '']]) }
    expect(sealRows([row({ id: 9 })], after)).toEqual([second])
    expect(sealRows([row({ id: 9 })], START)[0]?.hash).not.toBe(second?.hash)
  })

  it("is a tenant's own: it holds whatever happens to the rows and seals of another", () => {
    const mixed = aLog(6).map((one, at) => ({ ...one, tenant: at % 2 === 0 ? 'alpha' : 'beta' }))
    const links = chainOf(mixed)
    const alpha = links.filter(({ seal }) => seal.tenant === 'alpha')
    expect(alpha.map(({ seal }) => seal.number)).toEqual([1, 3, 5])
    expect(check(alpha).firstBreak).toBe(null)
    expect(check(alpha.toSpliced(1, 1)).firstBreak).toMatchObject({ kind: 'seal-wrong', seal: { number: 5 } })
  })

  it('that nobody touched holds to its end', () => {
    const links = chainOf(aLog(5))
    const chain = check(links)
    expect(chain.firstBreak).toBe(null)
    expect(chain.head).toMatchObject({ number: 5, hash: links[4]?.seal.hash })
    expect(chain.backdated).toEqual([])
  })

  it('shows the first row that was changed', () => {
    const links = chainOf(aLog(5)).map((link, at) =>
      at < 2 ? link : { ...link, row: row({ ...link.row, text: 'Nothing happened' }) },
    )
    expect(check(links).firstBreak).toEqual({ kind: 'row-changed', seal: links[2]?.seal })
  })

  it('shows that a seal was taken out', () => {
    const links = chainOf(aLog(6)).toSpliced(2, 2)
    expect(check(links).firstBreak).toEqual({ kind: 'seal-wrong', seal: links[2]?.seal })
  })

  it.each<[string, Partial<Seal>]>([
    ['digest', { digest: digestOf(row({ text: 'Forged' })) }],
    ['hash', { hash: 'f'.repeat(64) }],
    ['time', { at: MORNING }],
    ['kind', { kind: 'inventory.charged' }],
    ['row', { activity: 99 }],
    ['tenant', { tenant: 't' }],
  ])('shows a seal whose %s was changed', (_, change) => {
    const links = chainOf(aLog(5)).map((link, at) =>
      at === 3 ? { ...link, seal: { ...link.seal, ...change } } : link,
    )
    expect(check(links).firstBreak).toEqual({ kind: 'seal-wrong', seal: links[3]?.seal })
  })

  it('shows two rows that changed places, also when their digests were changed along', () => {
    const [a, b, c] = chainOf(aLog(3)) as [ChainLink, ChainLink, ChainLink]
    const swapped = [
      a,
      { seal: { ...c.seal, number: 2 }, row: c.row },
      { seal: { ...b.seal, number: 3 }, row: b.row },
    ]
    expect(check(swapped).firstBreak).toMatchObject({ kind: 'seal-wrong', seal: { number: 2 } })
  })

  it('shows a row that was put in and sealed by hand, where the next seal does not follow from it', () => {
    const log = aLog(4)
    const forged = chainOf([...log.slice(0, 2), row({ id: 77, text: 'Forged' })])
    const rest = chainOf(log)
      .slice(2)
      .map(({ seal, row }) => ({ seal: { ...seal, number: seal.number + 1 }, row }))
    expect(check([...forged, ...rest]).firstBreak).toMatchObject({ kind: 'seal-wrong', seal: { number: 4 } })
  })

  it('goes on where an older part of it was dropped', () => {
    const links = chainOf(aLog(5))
    const dropped = links[1]?.seal as Seal
    const start = { number: dropped.number, hash: dropped.hash }
    expect(check(links.slice(2), KEPT, start).firstBreak).toBe(null)
    expect(check(links.slice(3), KEPT, start).firstBreak).toEqual({
      kind: 'seal-wrong',
      seal: links[3]?.seal,
    })
  })
})

describe('the example of docs/log.md', () => {
  const documented = fs.readFileSync(new URL('../../../../../docs/log.md', import.meta.url), 'utf8')
  const created = row({
    id: 17,
    at: 1_795_000_000_000,
    tenant: 'east',
    text: 'Call asked for 7:00',
    detail: { time: '7:00', days: [] },
  })
  const deleted = { ...created, id: 19, at: 1_795_000_060_000, kind: 'wakeup.deleted' }

  it('is true', () => {
    const [first] = sealRows([created], { number: 11, hashes: new Map() })
    const [second] = sealRows([{ ...deleted, text: 'Call deleted', detail: {} }], {
      number: 13,
      hashes: new Map([['east', first?.hash ?? '']]),
    })
    for (const seal of [first, second]) {
      expect(documented).toContain(`\n${seal?.digest}\n`)
      expect(documented).toContain(`\n${seal?.hash}\n`)
    }
  })
})

describe('a row that is gone', () => {
  const links = chainOf(aLog(4))

  it('was removed by hand if its time was not over', () => {
    expect(check(without(links, 1)).firstBreak).toEqual({ kind: 'row-removed', seal: links[1]?.seal })
  })

  it('is in order once its time is over', () => {
    const end = { charges: Infinity, log: MORNING + hours(1) + 1 }
    expect(check(without(links, 1), end).firstBreak).toBe(null)
    expect(check(without(links, 2), end).firstBreak).toMatchObject({ kind: 'row-removed' })
  })

  it('is measured by the time of its kind: charges are kept for a shorter time', () => {
    const charge = chainOf([row({ kind: 'inventory.charged' }), row({ id: 8 })])
    const end = { charges: MORNING + 1, log: 0 }
    expect(check(without(charge, 0), end).firstBreak).toBe(null)
    expect(check(without(charge, 1), end).firstBreak).toMatchObject({ kind: 'row-removed' })
  })

  describe('although rows are kept for longer now', () => {
    const purged = (before: unknown, at = MORNING + days(60)) =>
      row({ id: 50, kind: PURGED, at, detail: { activity: 2, before } })
    const withTold = (told: LogRow) => without(without(chainOf([...aLog(4), told]), 0), 1)

    it('is in order if the log tells that its time was over then', () => {
      const told = purged({ charges: MORNING, log: MORNING + days(30) })
      expect(check(withTold(told)).firstBreak).toBe(null)
    })

    it('is not if the log tells of less', () => {
      const told = purged({ charges: MORNING + days(30), log: MORNING + hours(1) })
      expect(check(withTold(told)).firstBreak).toMatchObject({ kind: 'row-removed', seal: { number: 2 } })
    })

    it.each([undefined, null, 'everything', { log: 'all' }])('is not if the log tells %j', (before) => {
      expect(check(withTold(purged(before))).firstBreak).toMatchObject({ kind: 'row-removed' })
    })

    it('is not if the log claims what was to come', () => {
      const told = purged({ charges: Infinity, log: MORNING + days(90) }, MORNING + minutes(30))
      expect(check(withTold(told)).firstBreak).toMatchObject({ kind: 'row-removed', seal: { number: 2 } })
    })
  })
})

describe('a row with an earlier time than the one before it', () => {
  const at = (...minutesAfter: number[]) =>
    check(chainOf(minutesAfter.map((m, id) => row({ id, at: MORNING + minutes(m) })))).backdated

  it('is noticed, once, when it is much earlier', () => {
    expect(at(0, 60, 20, 21, 61)).toMatchObject([{ number: 3 }])
  })

  it('is nothing unusual when it is a little earlier', () => {
    expect(at(0, 9, 0, 60)).toEqual([])
  })
})
