import { ENTRIES, type Entry } from '@reveille/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Hotel, openHotel } from './hotel.ts'

interface Script {
  clientTable(): Promise<string>
}
type Row = Pick<Entry, 'method' | 'path' | 'needs' | 'oneOf'>

const SCRIPT = new URL('../../../scripts/client-table.mjs', import.meta.url)

describe('the table that a browser calls by', () => {
  let hotel: Hotel
  let table: ReadonlyMap<string, Row>

  beforeAll(async () => {
    hotel = await openHotel()
    const { clientTable } = (await import(SCRIPT.href)) as Script
    const rows = (await clientTable()).matchAll(/^ {2}"([\w.]+)": (\{.*\}),$/gm)
    table = new Map(Array.from(rows, ([, id = '', row = '']) => [id, JSON.parse(row) as Row]))
  })
  afterAll(() => hotel.close())

  it('has every operation of the contract, with what it needs', () => {
    const wanted = ENTRIES.map(({ id, method, path, needs, oneOf }) => [
      id,
      { method, path, needs, ...(oneOf ? { oneOf } : {}) },
    ])
    expect([...table]).toEqual(wanted)
  })

  it('names routes that the house has, and all that it has under /rest', () => {
    const { app, table: doors } = hotel.http
    const rows = [...table.values()]
    expect(rows.filter(({ method, path: url }) => !app.hasRoute({ method, url }))).toEqual([])
    const paths = new Set(rows.map(({ path }) => path))
    expect(doors.urls().filter((url) => url.startsWith('/rest') && !paths.has(url))).toEqual([])
  })
})
