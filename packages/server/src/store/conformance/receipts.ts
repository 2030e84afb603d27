import { expect, test } from 'vitest'
import type { Receipt } from '../stores/receipt-store.ts'
import { receipt } from '../../../testing/records.ts'
import type { Hotel } from './hotel.ts'
import { EMPTY_TEXT, LARGEST, SMALLEST, WORLD_TEXT } from './words.ts'

export function testReceipts(hotel: Hotel) {
  const save = (...all: readonly Receipt[]) =>
    hotel.write(async (stores) => {
      for (const one of all) await stores.receipts.save(one)
    })
  const get = ({ scope, key }: Receipt) => hotel.read.receipts.get(scope, key)

  test('a receipt is read as it was written', async () => {
    const full = receipt({
      scope: WORLD_TEXT,
      key: WORLD_TEXT,
      fingerprint: WORLD_TEXT,
      answer: WORLD_TEXT,
      at: LARGEST,
    })
    const bare = {
      scope: EMPTY_TEXT,
      key: EMPTY_TEXT,
      fingerprint: EMPTY_TEXT,
      answer: EMPTY_TEXT,
      at: SMALLEST,
    }
    await save(full, bare)

    expect(await get(full)).toEqual(full)
    expect(await get(bare)).toEqual(bare)
    expect(await get(receipt())).toBeUndefined()
  })

  test('a receipt takes the place of an earlier one, and leaves those of other keys and accounts alone', async () => {
    const others = [receipt({ key: 'K' }), receipt({ scope: 'maid POST /rest/wakeup' })]
    const second = receipt({ fingerprint: 'other', answer: '{"value":1}', at: 2 })
    await save(receipt({ at: 1 }), ...others)
    await save(second)

    for (const one of [second, ...others]) expect(await get(one)).toEqual(one)
  })

  test('receipts are purged once their time is over, and not at its last instant', async () => {
    const [old, young] = [receipt({ key: 'old', at: 1 }), receipt({ key: 'young', at: 2 })]
    await save(old, young)

    expect(await hotel.write((stores) => stores.receipts.purge(2))).toBe(1)
    expect(await hotel.write((stores) => stores.receipts.purge(2))).toBe(0)
    expect(await get(old)).toBeUndefined()
    expect(await get(young)).toEqual(young)
  })
}
