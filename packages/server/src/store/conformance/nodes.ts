import { expect, test } from 'vitest'
import { node, NOON } from '../../../testing/records.ts'
import { NO_FACTS } from '../../hotel/nodes/node-facts.ts'
import type { Node } from '../../hotel/nodes/node.ts'
import type { Hotel } from './hotel.ts'
import { LARGEST, WORLD_TEXT } from './words.ts'

export function testNodes(hotel: Hotel) {
  const join = (...nodes: readonly Node[]) =>
    hotel.write(async (stores) => {
      for (const one of nodes) await stores.nodes.join(one)
    })
  const states = async () => (await hotel.read.nodes.list()).map(({ lease, state }) => `${lease} ${state}`)
  const fence = (lease: string) => hotel.write(({ nodes }) => nodes.fence(lease))

  test('a node is read as it was written, by name and then by when it joined', async () => {
    const full = node({
      lease: WORLD_TEXT,
      name: 'b',
      beat: LARGEST,
      state: 'leaving',
      facts: { ...NO_FACTS, isAlone: false, lines: { working: 3, all: 4 }, callsUp: 12 },
    })
    const later = node({ lease: 'a2', joinedAt: NOON + 1 })
    await join(full, later, node())

    expect(await hotel.read.nodes.list()).toEqual([node(), later, full])
  })

  test('a beat counts on and tells where the node is and what it says of itself', async () => {
    await join(node(), node({ lease: 'b1', name: 'b' }))
    const facts = { ...NO_FACTS, callsUp: 7 }
    const beat = () =>
      hotel.write(({ nodes }) => nodes.beat({ lease: 'a1', address: 'http://10.0.0.9', facts }))

    expect([await beat(), await beat()]).toEqual([true, true])
    expect(await hotel.read.nodes.list()).toEqual([
      node({ beat: 2, address: 'http://10.0.0.9', facts }),
      node({ lease: 'b1', name: 'b' }),
    ])
  })

  test('what a later release says of itself and we do not understand is nothing that we know', async () => {
    await join(node())
    await hotel.write(({ tables }) => tables.updateTable('node').set({ facts: '{"isAlone":"no"}' }).execute())

    expect(await hotel.read.nodes.list()).toEqual([node()])
  })

  test('one that was lost is forgotten after a while, or when a node of its name joins', async () => {
    await join(node(), node({ lease: 'b1', name: 'b' }), node({ lease: 'c1', name: 'c' }))
    for (const [lease, at] of [
      ['a1', NOON],
      ['b1', NOON + 1],
    ] as const)
      await hotel.write(({ nodes }) => nodes.declareLost({ lease, beat: 0 }, at))
    const forget = (before: number) => hotel.write(({ nodes }) => nodes.forgetLost(before))

    await forget(NOON)
    expect(await states()).toEqual(['a1 lost', 'b1 lost', 'c1 up'])
    await forget(NOON + 1)
    expect(await states()).toEqual(['b1 lost', 'c1 up'])
    await join(node({ lease: 'b2', name: 'b' }), node({ lease: 'c2', name: 'c' }))
    expect(await states()).toEqual(['b2 up', 'c1 up', 'c2 up'])
  })

  test('a node is declared lost by the beat that was seen, once, and then neither beats nor writes', async () => {
    await join(node({ beat: 4 }))
    const declare = (beat: number) =>
      hotel.write(({ nodes }) => nodes.declareLost({ lease: 'a1', beat }, NOON))

    expect([await declare(3), await fence('a1'), await declare(4), await declare(4)]).toEqual([
      false,
      true,
      true,
      false,
    ])
    expect([
      await fence('a1'),
      await hotel.write(({ nodes }) => nodes.beat({ lease: 'a1', address: '', facts: NO_FACTS })),
    ]).toEqual([false, false])
    expect(await states()).toEqual(['a1 lost'])
  })

  test('a node that leaves still beats and writes until it is gone', async () => {
    await join(node())
    await hotel.write(({ nodes }) => nodes.leave('a1'))
    expect([await states(), await fence('a1')]).toEqual([['a1 leaving'], true])

    await hotel.write(({ nodes }) => nodes.remove('a1'))
    expect([await states(), await fence('a1')]).toEqual([[], false])
  })
}
