import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codePage } from '../src/wire/code-page.ts'
import { framed, Unframer } from '../src/wire/framing.ts'
import { guestEvent } from '../src/records/guest.ts'
import { judgeAnswer } from '../src/records/posting-answer.ts'
import { parseRecord } from '../src/wire/record.ts'
import { wakeupRequest } from '../src/records/wakeup.ts'
import { linked, posting } from './journey.ts'
import { until } from './until.ts'

const id = fc.constantFrom('LA', 'LC', 'PA', 'GI', 'GO', 'GC', 'WR', 'WC', 'NE', 'DE', 'XX')
const field = fc.tuple(
  fc.constantFrom('RN', 'P#', 'AS', 'GS', 'DA', 'TI', 'RO', 'SF', '$2', 'x', ''),
  fc.string(),
)
const text = fc
  .tuple(id, fc.array(field, { maxLength: 12 }))
  .map(([record, fields]) => [record, ...fields.flat(), ''].join('|'))
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  text.map((record) => framed(Buffer.from(record, 'utf8'))),
  text.map((record) => Buffer.from(record, 'latin1')),
)

describe('whatever comes', () => {
  it('is a record or none, and no reason to fail', () => {
    const page = codePage('cp850')
    fc.assert(
      fc.property(
        fc.oneof(
          text,
          fc.string(),
          fc.uint8Array().map((one) => page.decode(one)),
        ),
        (one) => {
          const record = parseRecord(one)
          if (record === null) return
          judgeAnswer(record)
          guestEvent(record)
          wakeupRequest(record)
        },
      ),
      { numRuns: 3_000 },
    )
  })

  it('does not grow: a record is kept up to its limit and no further', () => {
    const kept: number[] = []
    const unframer = new Unframer({
      mostBytes: 2_000,
      onRecord: (one) => kept.push(one.length),
      onLost: () => {},
    })
    fc.assert(
      fc.property(fc.array(bytes, { maxLength: 20 }), (pieces) => {
        for (const piece of pieces) unframer.push(piece)
      }),
      { numRuns: 1_000 },
    )
    expect(kept.length).toBeGreaterThan(100)
    expect(Math.max(...kept)).toBeLessThanOrEqual(2_000)
  })

  it('leaves the link alive, and the next posting is delivered', async () => {
    const { pms, link, heard } = await linked()
    const noise = fc.sample(bytes, { numRuns: 500, seed: 7 })
    for (const piece of noise) pms.sendBytes(piece)
    pms.sendBytes(framed(Buffer.from('GI|RN777|G#1|GSN|')))
    await until('the end of the noise', () => heard.guests.some(({ room }) => room === '777'))
    expect(link.state).toBe('alive')
    expect(await link.post(posting(90_000_001))).toMatchObject({ kind: 'delivered' })
    expect([pms.connections, pms.violations]).toEqual([1, []])
  })
})
