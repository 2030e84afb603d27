import { expect, test } from 'vitest'
import type { Receipt } from '../../hotel/log/receipt.ts'
import { receipt } from '../../../testing/records.ts'
import type { Hotel } from './hotel.ts'
import { EMPTY_TEXT, LARGEST, SMALLEST, WORLD_TEXT } from './words.ts'

export function testReceipts(hotel: Hotel) {
  const insert = (one: Receipt, runOut = 0) => hotel.write(({ receipts }) => receipts.insert(one, runOut))
  const get = (one: Receipt) => hotel.read.receipts.get(one)

  test('a receipt is read as it was written', async () => {
    const full = receipt({
      tenant: WORLD_TEXT,
      scope: WORLD_TEXT,
      key: WORLD_TEXT,
      fingerprint: WORLD_TEXT,
      answer: WORLD_TEXT,
      at: LARGEST,
    })
    const bare = {
      tenant: EMPTY_TEXT,
      scope: EMPTY_TEXT,
      key: EMPTY_TEXT,
      fingerprint: EMPTY_TEXT,
      answer: EMPTY_TEXT,
      at: SMALLEST,
    }
    await insert(full)
    await insert(bare)

    expect(await get(full)).toEqual(full)
    expect(await get(bare)).toEqual(bare)
    expect(await get(receipt())).toBeUndefined()
  })

  test('a receipt is put in once; those of other keys, accounts and tenants have a place of their own', async () => {
    const first = receipt({ at: 5 })
    const others = [
      receipt({ key: 'K' }),
      receipt({ scope: 'maid POST /rest/wakeup' }),
      receipt({ tenant: 't1' }),
    ]
    for (const one of [first, ...others]) expect(await insert(one)).toBe(true)

    expect(await insert(receipt({ fingerprint: 'other', at: 6 }), 4)).toBe(false)
    for (const one of [first, ...others]) expect(await get(one)).toEqual(one)
  })

  test('a receipt takes the place of one that has run out', async () => {
    await insert(receipt({ at: 5 }))
    const second = receipt({ fingerprint: 'other', answer: '{"value":1}', at: 6 })

    expect(await insert(second, 5)).toBe(true)
    expect(await get(second)).toEqual(second)
  })

  test('whoever has put it in answers later, and nothing else about it changes', async () => {
    await insert(receipt({ answer: '' }))
    await insert(receipt({ key: 'K' }))
    await hotel.write(({ receipts }) => receipts.answer(receipt(), '{"value":7}'))

    expect(await get(receipt())).toEqual(receipt({ answer: '{"value":7}' }))
    expect(await get(receipt({ key: 'K' }))).toEqual(receipt({ key: 'K' }))
  })

  test('receipts are purged once their time is over, and not at its last instant', async () => {
    const [old, young] = [receipt({ key: 'old', at: 1 }), receipt({ key: 'young', at: 2 })]
    await insert(old)
    await insert(young)

    expect(await hotel.write((stores) => stores.receipts.purge(2))).toBe(1)
    expect(await hotel.write((stores) => stores.receipts.purge(2))).toBe(0)
    expect(await get(old)).toBeUndefined()
    expect(await get(young)).toEqual(young)
  })
}
