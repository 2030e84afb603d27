import fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { JOURNAL_FILE, openJournal, removeJournal } from './journal.ts'

const SIZE = 100_000
const newId = () => 'journal'
let folder: string
const file = () => path.join(folder, JOURNAL_FILE)
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(tmpdir(), 'reveille-journal-'))
})
afterEach(() => fs.rmSync(folder, { recursive: true }))

/** What the next process finds. */
async function found(installation = 'hotel'): Promise<readonly unknown[]> {
  const journal = await openJournal({ folder, installation, newId, size: SIZE })
  await journal.close()
  return journal.records
}

async function written(...batches: unknown[][]) {
  const journal = await openJournal({ folder, installation: 'hotel', newId, size: SIZE })
  for (const batch of batches) await journal.append(batch)
  await journal.close()
}

describe('what happened while the database was away', () => {
  it('is there for the next process, in its order', async () => {
    await written([{ call: 1 }, { call: 2 }], [{ call: 3, words: 'Grüezi' }])
    expect(await found()).toEqual([{ call: 1 }, { call: 2 }, { call: 3, words: 'Grüezi' }])
  })

  it('goes on after what was there', async () => {
    await written([{ call: 1 }])
    await written([{ call: 2 }])
    expect(await found()).toEqual([{ call: 1 }, { call: 2 }])
  })

  it('is gone once the database has it, and does not come back behind what is shorter', async () => {
    await written([{ call: 'a long one' }, { call: 'another long one' }])
    const journal = await openJournal({ folder, installation: 'hotel', newId, size: SIZE })
    await journal.clear()
    await journal.append([{ call: 1 }])
    await journal.close()
    expect(await found()).toEqual([{ call: 1 }])
  })

  it('is kept up to the record that a crash left half written', async () => {
    await written([{ call: 1 }, { call: 2 }])
    const bytes = fs.readFileSync(file())
    const end = bytes.lastIndexOf('}')
    bytes[end] = 0
    fs.writeFileSync(file(), bytes)
    expect(await found()).toEqual([{ call: 1 }])
    await written([{ call: 3 }])
    expect(await found()).toEqual([{ call: 1 }, { call: 3 }])
  })

  it('of another installation counts for nothing', async () => {
    await written([{ call: 1 }])
    expect(await found('another hotel')).toEqual([])
    expect(await found('hotel')).toEqual([])
  })

  it('is removed with the data it belongs to', async () => {
    await written([{ call: 1 }])
    removeJournal(folder)
    removeJournal(folder)
    expect(await found()).toEqual([])
  })

  it('has its room on the disk from the beginning, and says when that is used up', async () => {
    const journal = await openJournal({ folder, installation: 'hotel', newId, size: SIZE })
    expect(fs.statSync(file()).blocks * 512).toBeGreaterThanOrEqual(SIZE)
    const large = { words: 'x'.repeat(40_000) }
    expect([await journal.append([large]), await journal.append([large])]).toEqual([true, true])
    expect(await journal.append([large])).toBe(false)
    expect(await journal.append([{ call: 1 }])).toBe(true)
    await journal.close()
    expect(fs.statSync(file()).size).toBe(SIZE)
    expect(await found()).toHaveLength(3)
  })

  it.each(['', 'not a journal', '{"journal":1}'])('is made anew where the file is %j', async (text) => {
    fs.writeFileSync(file(), text)
    expect(await found()).toEqual([])
  })
})
