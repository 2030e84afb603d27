import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readSite } from './site.ts'

let folder: string
let complaints: string[]
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'reveille-site-'))
  complaints = []
})
afterEach(() => rmSync(folder, { recursive: true }))

function read(text: string) {
  const site = path.join(folder, 'site.yaml')
  writeFileSync(site, text)
  return readSite({ site }, { print: () => {}, complain: (line) => complaints.push(line) })
}

describe('a site file', () => {
  it('with a room that a property system may not know is taken, with a warning', () => {
    const rooms = 'mailboxes: [{ range: 999999999-1000000001 }]\n'
    const taken = read(
      `${rooms}inventory: { connectors: [{ name: pms, type: fias, host: pms, port: 5010 }] }`,
    )

    expect(taken).toMatchObject({ plan: { mailboxes: { length: 3 } } })
    expect(complaints).toEqual([
      expect.stringMatching(/^WARNING: .*site\.yaml: pms may not know room 999999999 and 2 more: /),
    ])
  })

  it('whose own list of rooms has such a one is taken with a warning too', () => {
    read(
      'inventory: { rooms: [PENTHOUSE 1], connectors: [{ name: pms, type: fias, host: pms, port: 5010 }] }',
    )

    expect(complaints).toEqual([expect.stringContaining('room PENTHOUSE 1:')])
  })

  it('without a property system is taken without a word', () => {
    read('mailboxes: [{ number: 1000000001 }]')

    expect(complaints).toEqual([])
  })
})
