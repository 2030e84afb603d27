import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readSite } from './site.ts'

const ZONE = 'site: { timezone: Europe/Zurich }\n'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'reveille-site-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function read(text: string) {
  const site = path.join(folder, 'site.yaml')
  writeFileSync(site, text)
  return readSite({ site })
}

describe('a site file', () => {
  it('with a room that a property system may not know is taken, with a warning', () => {
    const rooms = `${ZONE}mailboxes: [{ range: 999999999-1000000001 }]\n`
    const taken = read(
      `${rooms}inventory: { connectors: [{ name: pms, type: fias, host: pms, port: 5010 }] }`,
    )

    expect(taken).toMatchObject({
      plan: { mailboxes: { length: 3 } },
      doubts: [expect.stringMatching(/^.*site\.yaml: pms may not know room 999999999 and 2 more: /)],
    })
  })

  it('whose own list of rooms has such a one is taken with a warning too', () => {
    const taken = read(
      `${ZONE}inventory: { rooms: [PENTHOUSE 1], connectors: [{ name: pms, type: fias, host: pms, port: 5010 }] }`,
    )

    expect(taken).toMatchObject({ doubts: [expect.stringContaining('room PENTHOUSE 1:')] })
  })

  it('without a property system is taken without a word', () => {
    expect(read(`${ZONE}mailboxes: [{ number: 1000000001 }]`)).toMatchObject({ doubts: [] })
  })

  it('without a time zone is refused, and the zone of the machine is proposed', () => {
    const here = Intl.DateTimeFormat().resolvedOptions().timeZone
    const words = `site.timezone is missing: calls ring by it. The zone of this machine is ${here}; if the hotel's is the same, write timezone: ${here}`

    expect(read('mailboxes: [{ number: 1 }]')).toEqual({
      mistakes: [`${path.join(folder, 'site.yaml')}, line 1: ${words}`],
    })
    expect(read('mailboxes: [{ number: 1 }]\nsite: { name: Aurora }')).toEqual({
      mistakes: [`${path.join(folder, 'site.yaml')}, line 2: ${words}`],
    })
  })
})
