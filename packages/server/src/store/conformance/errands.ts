import { expect, test } from 'vitest'
import { NOON } from '../../../testing/records.ts'
import type { Errand } from '../../hotel/nodes/errand.ts'
import type { Hotel } from './hotel.ts'
import { WORLD_TEXT } from './words.ts'

const errand = (change: Partial<Errand> = {}): Errand => ({
  id: 'e1',
  lease: 'a1',
  house: '',
  kind: 'lines',
  question: '{}',
  answer: null,
  askedAt: NOON,
  ...change,
})

export function testErrands(hotel: Hotel) {
  const ask = (...errands: readonly Errand[]) =>
    hotel.write(async (stores) => {
      for (const one of errands) await stores.errands.ask(one)
    })
  const take = (lease: string) => hotel.write(({ errands }) => errands.take(lease))

  test('an errand is read as it was written, the oldest first', async () => {
    const full = errand({ id: 'e0', house: null, kind: WORLD_TEXT, question: WORLD_TEXT, askedAt: NOON + 1 })
    await ask(full, errand())

    expect(await hotel.read.errands.list()).toEqual([errand(), full])
  })

  test('each is given to the node that it is for, once', async () => {
    await ask(errand(), errand({ id: 'e2' }), errand({ id: 'e3', lease: 'b1' }))
    const isAny = (lease: string) => hotel.read.errands.isAnyFor(lease)

    expect([await isAny('a1'), await isAny('c1')]).toEqual([true, false])
    expect([await take('a1'), await take('a1'), await take('c1')]).toEqual([
      [errand(), errand({ id: 'e2' })],
      [],
      [],
    ])
    expect([await isAny('a1'), await isAny('b1')]).toEqual([false, true])
  })

  test('its answer is there until it is removed', async () => {
    await ask(errand())
    const answer = () => hotel.read.errands.answerTo('e1')
    const before = await answer()
    await hotel.write(({ errands }) => errands.answer('e1', WORLD_TEXT))
    const after = await answer()
    await hotel.write(({ errands }) => errands.remove('e1'))

    expect([before, after, await answer()]).toEqual([null, WORLD_TEXT, undefined])
  })

  test('what somebody has taken cannot be taken back, and an answer that nobody waits for is nothing', async () => {
    await ask(errand(), errand({ id: 'e2', lease: 'b1' }))
    await take('a1')
    const withdraw = (id: string) => hotel.write(({ errands }) => errands.withdraw(id))

    expect([await withdraw('e1'), await withdraw('e2'), await withdraw('e2')]).toEqual([false, true, false])
    await hotel.write(({ errands }) => errands.answer('e2', 'late'))
    expect((await hotel.read.errands.list()).map(({ id }) => id)).toEqual(['e1'])
  })

  test('what is old is removed, answered or not', async () => {
    await ask(errand({ askedAt: NOON - 1 }), errand({ id: 'e2' }))
    await hotel.write(({ errands }) => errands.purge(NOON))

    expect((await hotel.read.errands.list()).map(({ id }) => id)).toEqual(['e2'])
  })
}
