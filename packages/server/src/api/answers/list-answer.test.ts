import { describe, expect, it } from 'vitest'
import type { Answer } from './answer.ts'
import { listAnswer, type Listing, wantsCsv } from './list-answer.ts'
import { DEFAULTS } from '../../hotel/settings/defaults.ts'

type Row = { readonly id: number; readonly text: string }

const LISTING: Listing<Row, Row, { rows: Row[] }> = {
  reply: (rows) => ({ rows }),
  columns: ['id', 'text'],
  render: (row) => ({ ...row }),
  cursor: (row) => `0.${row.id}`,
}

const rowsFrom = (first: number, count: number): Row[] =>
  Array.from({ length: count }, (_, n) => ({ id: first + n, text: `row "${first + n}"` }))

/** A store that gives pages of so many rows, and remembers what was asked of it. */
function shelf(total: number, perPage: number) {
  const asked = { limits: [] as (number | undefined)[], pages: 0, ended: false }
  async function* pages(limit?: number): AsyncGenerator<Row[]> {
    asked.limits.push(limit)
    try {
      for (let at = 0; at < Math.min(total, limit ?? total); at += perPage) {
        asked.pages++
        yield rowsFrom(at, Math.min(perPage, Math.min(total, limit ?? total) - at))
      }
    } finally {
      asked.ended = true
    }
  }
  return { asked, pages }
}

const ask = (
  pages: (limit?: number) => AsyncGenerator<Row[]>,
  more: { limit?: number; accept?: string; url?: string } = {},
) =>
  listAnswer(LISTING, {
    url: more.url ?? '/rest/rows',
    accept: more.accept,
    limit: more.limit,
    csv: DEFAULTS.reports,
    pages,
  })

function chunksOf(answer: Answer): AsyncIterable<string> {
  if (answer.kind !== 'stream') throw new Error(`The answer is no stream but of kind ${answer.kind}`)
  return answer.chunks
}

async function textOf(answer: Answer): Promise<string> {
  if (answer.kind === 'text') return answer.text
  let text = ''
  for await (const chunk of chunksOf(answer)) text += chunk
  return text
}

describe('a whole list', () => {
  it.each([
    [0, 'text'],
    [1, 'text'],
    [9, 'text'],
    [10, 'text'],
    [11, 'stream'],
    [20, 'stream'],
    [21, 'stream'],
    [95, 'stream'],
  ] as const)(
    'of %i rows in pages of 10 is sent as %s, with every row once and in order',
    async (total, kind) => {
      const answer = await ask(shelf(total, 10).pages)
      expect(answer).toMatchObject({ kind, type: 'application/json' })
      expect(JSON.parse(await textOf(answer))).toEqual({ rows: rowsFrom(0, total) })
    },
  )

  it('has no link', async () => {
    expect(await ask(shelf(3, 10).pages)).not.toHaveProperty('next')
  })

  it('is read only as far as it is taken', async () => {
    const { asked, pages } = shelf(1_000, 10)
    const answer = await ask(pages)
    expect(asked.pages).toBe(2)
    for await (const _ of chunksOf(answer)) break
    expect(asked.pages).toBe(2)
  })

  it('whose taker has gone is closed at the store', async () => {
    const { asked, pages } = shelf(1_000, 10)
    const answer = await ask(pages)
    const taken = chunksOf(answer)[Symbol.asyncIterator]()
    for (let n = 0; n < 5; n++) await taken.next()
    await taken.return?.()
    expect(asked).toMatchObject({ ended: true, pages: 5 })
  })

  it('that cannot be read on breaks off, and does not look like a whole one', async () => {
    async function* broken(): AsyncGenerator<Row[]> {
      yield rowsFrom(0, 10)
      yield rowsFrom(10, 10)
      throw new Error('The store is gone')
    }
    await expect(textOf(await ask(broken))).rejects.toThrow('The store is gone')
  })

  it('that cannot be read at all is a failure before anything is sent', async () => {
    async function* broken(): AsyncGenerator<Row[]> {
      yield* []
      throw new Error('The store is gone')
    }
    await expect(ask(broken)).rejects.toThrow('The store is gone')
  })
})

describe('a page', () => {
  it.each([
    [5, 10, undefined],
    [10, 10, undefined],
    [11, 10, '/rest/rows?limit=10&after=0.9'],
    [11, 1, '/rest/rows?limit=1&after=0.0'],
    [95, 42, '/rest/rows?limit=42&after=0.41'],
  ])('of %i rows with limit %i leads on to %s', async (total, limit, next) => {
    const { asked, pages } = shelf(total, 10)
    const answer = await ask(pages, { limit, url: `/rest/rows?limit=${limit}` })
    expect(answer).toMatchObject({ kind: 'text', next })
    expect(JSON.parse(await textOf(answer))).toEqual({ rows: rowsFrom(0, Math.min(total, limit)) })
    expect(asked.limits).toEqual([limit + 1])
  })

  it.each([
    ['/rest/rows?after=0.1&limit=1', '/rest/rows?limit=1&after=0.0'],
    ['/rest/rows?limit=1&after=0.1&room=101', '/rest/rows?limit=1&room=101&after=0.0'],
    ['/rest/rows?&&limit=1', '/rest/rows?limit=1&after=0.0'],
    ['/rest/rows?room=a%26b&limit=1', '/rest/rows?room=a%26b&limit=1&after=0.0'],
    ['/rest/rows?room=a?b&limit=1', '/rest/rows?room=a?b&limit=1&after=0.0'],
    ['/rest/rows?hereafter=1&limit=1', '/rest/rows?hereafter=1&limit=1&after=0.0'],
  ])('asked for by %s keeps the rest of the query', async (url, next) => {
    expect(await ask(shelf(2, 10).pages, { limit: 1, url })).toMatchObject({ next })
  })
})

describe('CSV', () => {
  it('is given when it is asked for', async () => {
    const answer = await ask(shelf(2, 10).pages, { accept: 'text/csv' })
    expect(answer).toMatchObject({ kind: 'text', type: 'text/csv; charset=utf-8' })
    expect(await textOf(answer)).toBe('id,text\r\n0,"row ""0"""\r\n1,"row ""1"""\r\n')
  })

  it('of no rows is a head', async () => {
    expect(await textOf(await ask(shelf(0, 10).pages, { accept: 'text/csv' }))).toBe('id,text\r\n')
  })

  it('of many rows is streamed, with one head', async () => {
    const answer = await ask(shelf(95, 10).pages, { accept: 'text/csv' })
    expect(answer.kind).toBe('stream')
    const lines = (await textOf(answer)).split('\r\n')
    expect(lines).toHaveLength(97)
    expect(lines.filter((line) => line === 'id,text')).toEqual([lines[0]])
  })

  it('is not given by a list that has no columns', async () => {
    const { columns: _, ...plain } = LISTING
    const answer = await listAnswer(plain, {
      url: '/',
      accept: 'text/csv',
      csv: DEFAULTS.reports,
      pages: shelf(1, 10).pages,
    })
    expect(answer).toMatchObject({ type: 'application/json' })
  })

  it.each([
    ['text/csv', true],
    ['TEXT/CSV', true],
    ['text/csv; charset=utf-8', true],
    ['text/html, text/csv;q=0.9', true],
    ['application/json', false],
    ['*/*', false],
    ['text/*', false],
    ['', false],
    [undefined, false],
  ])('for Accept: %s is %s', (accept, wanted) => {
    expect(wantsCsv(accept)).toBe(wanted)
  })
})
