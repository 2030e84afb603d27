import { describe, expect, it } from 'vitest'
import { openDeliveringHotel, siteWith } from './delivering-hotel.ts'
import { useDatabases } from './test-databases.ts'
import { fails, refuses, scriptedConnector } from './scripted-connector.ts'

const { newDatabase } = useDatabases()

const BELOW_ZERO = { onUncertain: 'hold', mode: 'direct', negative: true }

describe.each(['SQLite', 'PostgreSQL'])('charges that are taken back on %s', (name) => {
  const databaseUrl = async () => (name === 'SQLite' ? null : newDatabase())

  it('while guests come, move and leave wait for nobody in a circle, and each has one end', async () => {
    const pms = scriptedConnector({ atOnce: 1, memoFor: ({ sequence }) => ({ number: sequence }) })
    const house = await openDeliveringHotel(
      { pms },
      { databaseUrl: await databaseUrl(), site: siteWith(['pms'], BELOW_ZERO) },
    )
    const desk = (room: string, what: string, body = {}) =>
      house.request('boss', 'POST', `/rest/mailbox/${room}/${what}`, body)
    const charged = async (room: string) =>
      (await house.request('maid', 'POST', '/rest/isi/charge', { id: '10', quantity: 2, room })).headers[
        'reveille-charge'
      ]
    const back = (id: string | undefined, how: string, body = {}) =>
      house.request('boss', 'POST', `/rest/isi/charge/${id}/${how}`, { reason: 'Wrong', ...body })

    for (let round = 0; round < 8; round++) {
      await desk('101', 'checkin', { name: 'Ada' })
      await desk('102', 'checkin', { name: 'Bob' })
      const [first, second, third] = [await charged('101'), await charged('101'), await charged('102')]
      await house.drained()
      const answers = await Promise.all([
        desk('101', 'move', { to: '103' }),
        back(first, 'void'),
        desk('102', 'checkout'),
        back(second, 'correct', { quantity: 1 }),
        back(third, 'void'),
        back(third, 'correct', { quantity: 1 }),
        charged('101'),
      ])
      const statuses = answers.map((one) => (typeof one === 'object' ? one.status : 200))
      expect(statuses.every((status) => [200, 201, 204, 409].includes(status))).toBe(true)
      await desk('103', 'checkout')
      await house.drained()
    }

    const voided = (await house.log('inventory.voided')).map(({ detail }) => detail)
    expect(voided).toHaveLength(24)
    const asked = (await house.alarms('open')).filter(({ kind }) => kind === 'charge.take-back').length
    const given = pms.took.filter(({ kind }) => kind === 'charge.voided').length
    const unsent = (await house.deliveries('?state=refused')).length
    expect(given + unsent + asked).toBe(24)
    await house.close()
  })

  it('and were refused are over, whichever came first', async () => {
    const bar = scriptedConnector({ script: refuses })
    const house = await openDeliveringHotel(
      { bar },
      { databaseUrl: await databaseUrl(), site: siteWith(['bar']) },
    )
    const charged = async (room: string) =>
      (await house.request('maid', 'POST', '/rest/isi/charge', { id: '10', quantity: 2, room })).headers[
        'reveille-charge'
      ]
    const back = (id: string | undefined) =>
      house.request('boss', 'POST', `/rest/isi/charge/${id}/void`, { reason: 'Wrong' })
    const before = await charged('101')
    await house.until(async () => (await house.deliveries('?state=refused')).length === 1)
    await back(before)
    bar.script = fails
    const after = await charged('102')
    await house.until(async () => (await house.deliveries('?room=102'))[0]?.attempts === 1)
    await back(after)
    bar.script = refuses
    await house.drained()

    expect((await house.deliveries('?state=refused')).map(({ kind }) => kind)).toEqual(['charge.voided'])
    expect((await house.deliveries('?takenBack=true')).map(({ room, state }) => [room, state])).toEqual([
      ['101', 'dead'],
      ['102', 'dead'],
    ])
    const { totals } = (await house.request('boss', 'GET', '/rest/report/delivery')).json
    expect(totals).toMatchObject({ accepted: 3, delivered: 0, refused: 1, dead: 2, takenBack: 2 })
    await house.close()
  })
})
