import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { minutes, seconds } from '../src/kernel/clock.ts'
import { worded } from '../testing/menu-trial.ts'
import { openMenu } from './called-hotel.ts'
import { type Body, EVENING } from './hotel.ts'
import { newFolder } from './night.ts'

type MenuOptions = NonNullable<Parameters<typeof openMenu>[0]>
type Asked = [method: string, where: string, body?: Body]

const PIN = '4711'

/** A hotel where user 12 signs in by telephone. */
async function openStaffMenu(options: MenuOptions, permissions: readonly string[] = ['inventory']) {
  const night = await openMenu(options)
  const { hotel, press, dial } = night
  const boss = (...asked: Asked) => hotel.request('boss', ...asked)
  await boss('POST', '/rest/config/user', {
    username: '12',
    password: '12-pw',
    permissions: permissions.join(','),
  })
  const set = await boss('PUT', '/rest/config/user/12/phone-pin', { pin: PIN })
  expect(set.status).toBe(200)
  /** Each question is heard before it is answered. */
  const answer = async (call: Awaited<ReturnType<typeof dial>>, ...entries: readonly string[]) => {
    for (const entry of entries) {
      await press(call, entry)
      await hotel.pass(seconds(1))
    }
  }
  return { ...night, boss, answer }
}

describe('housekeeping calls', () => {
  test('from the room: number, PIN, code; the status is as over REST, and pushed on', async () => {
    const { hotel, dial, answer, said } = await openStaffMenu({ menu: 'housekeeping' })
    const call = await dial('101')
    expect(said()).toBe('enter-number')
    await answer(call, '12#', `${PIN}#`)
    expect(said()).toBe('enter-status')
    await answer(call, '1#')
    expect(said()).toBe('status-is clean next-room-one')
    const { json } = await hotel.request('boss', 'GET', '/rest/rsi/room/101')
    expect(json).toMatchObject({ room: '101', status: { id: '1' } })
    const [row] = await hotel.log('room.status.changed')
    expect(row).toMatchObject({ room: '101', actor: '12', detail: { user: '12', servers: 1 } })
    expect(String(row?.detail['address'])).toMatch(/^127\.0\.0\.1 \S+/)
    await answer(call, '1', '0201#', '001#')
    expect(said()).toBe('status-is code 001 next-room-one')
    await call.hangUp()
  })

  test('from any other phone, and is asked for the room', async () => {
    const { dial, answer, said } = await openStaffMenu({ menu: 'housekeeping' })
    const call = await dial('999')
    await answer(call, '12#', `${PIN}#`)
    expect(said()).toBe('enter-room')
    await answer(call, '888#')
    expect(said()).toBe('no-such-room enter-room')
    await answer(call, '102#', '77#')
    expect(said()).toBe('no-such-code enter-status')
    await call.hangUp()
  })
})

describe('whoever is in a menu when its line is needed', () => {
  test('is told so and let go, and the guest is woken on time', async () => {
    const { hotel, exchange, stage, dial, answer } = await openStaffMenu({ menu: 'housekeeping', calls: 1 })
    const dueAt = EVENING + minutes(2)
    await hotel.ask('101', '2002')
    const call = await dial('999')
    await answer(call, '12#', `${PIN}#`)
    while (stage.clock.now() < dueAt - seconds(20)) await answer(call, '102#', '1#', '1')
    expect(call.state).toBe('up')
    await hotel.until(() => call.state === 'ended', seconds(20))
    expect(stage.clock.now()).toBeLessThan(dueAt)
    expect(hotel.voice.spoken.map(({ words }) => words.map(worded).join(' '))).toContain(
      'line-needed call-again-soon',
    )
    await hotel.until(() => exchange.rings('101').length === 1, seconds(20))
    expect((exchange.rings('101')[0] ?? Infinity) - dueAt).toBeLessThan(200)
  })
})

describe('the mini-bar by phone', () => {
  const charges = async ({ boss }: Awaited<ReturnType<typeof openStaffMenu>>) =>
    (await boss('GET', '/rest/isi/charge')).json.charges as { room: string; item: object }[]

  test('charges once, with 1 alone, under the name of who calls', async () => {
    const house = await openStaffMenu({ menu: 'minibar' })
    const { dial, answer, said } = house
    const call = await dial('999')
    await answer(call, '12#', `${PIN}#`, '101#', '10#', '2#')
    expect(said()).toBe('room 101 item 10 quantity 2 to-charge-one to-stop-star')
    expect(await charges(house)).toEqual([])
    await answer(call, '1')
    expect(said()).toBe('charged next-item-one')
    expect(await charges(house)).toMatchObject([{ room: '101', quantity: 2, user: '12' }])
    await call.hangUp()
  })

  test('charges nothing to whoever hangs up before, and no more than may be', async () => {
    const house = await openStaffMenu({ menu: 'minibar' })
    const { hotel, dial, answer, said } = house
    const first = await dial('101')
    await answer(first, '12#', `${PIN}#`, '10#', '2#')
    await first.hangUp()
    await hotel.pass(seconds(5))
    expect(await charges(house)).toEqual([])
    const second = await dial('101')
    await answer(second, '12#', `${PIN}#`, '10#', '6#', '1')
    expect(said()).toBe('at-most 5 enter-quantity')
    await answer(second, '5#', '1')
    expect(said()).toBe('charged next-item-one')
    expect(await charges(house)).toMatchObject([{ room: '101', quantity: 5 }])
    await second.hangUp()
  })

  test('is not for those who may not charge', async () => {
    const { hotel, dial, answer, said } = await openStaffMenu({ menu: 'minibar' }, [])
    const call = await dial('101')
    await answer(call, '12#', `${PIN}#`)
    expect(said()).toBe('not-allowed good-bye')
    await hotel.until(() => call.state === 'ended')
  })
})

describe('a PIN', () => {
  test('that was dialled in the place of a number stands nowhere', async () => {
    const { hotel, dial, answer } = await openStaffMenu({ menu: 'housekeeping' })
    for (const guesses of [3, 2]) {
      const call = await dial('999')
      for (let n = 0; n < guesses; n++) await answer(call, `${PIN}#`, '12#')
      await hotel.until(() => call.state === 'ended', seconds(30))
    }
    const [alarm] = await hotel.alarms()
    expect(alarm).toMatchObject({ kind: 'menu.guessing', detail: { number: '' } })
    expect(JSON.stringify(alarm)).not.toContain(PIN)
  })

  test('is guessed five times and no more: then the desk is told, and the right one does not help', async () => {
    const { hotel, dial, answer, said } = await openStaffMenu({ menu: 'housekeeping' })
    for (const guesses of [3, 2]) {
      const call = await dial('999')
      for (let n = 0; n < guesses; n++) await answer(call, '12#', '0000#')
      await hotel.until(() => call.state === 'ended', seconds(30))
    }
    expect(await hotel.alarms()).toMatchObject([
      { kind: 'menu.guessing', detail: { phone: '999', number: '12', locked: 'number' } },
    ])
    const locked = await dial('999')
    await answer(locked, '12#', `${PIN}#`)
    expect(said()).toBe('wrong-pin good-bye')
    await hotel.pass(minutes(15))
    const later = await dial('999')
    await answer(later, '12#', `${PIN}#`)
    expect(said()).toBe('enter-room')
    await later.hangUp()
  })

  test('is guessed ten times by those who hide, whatever they call themselves', async () => {
    const site = { menus: { identity: 'asserted' } } as const
    const { hotel, dial, answer, said } = await openStaffMenu({ menu: 'housekeeping', site })
    for (let n = 0; n < 10; n++) {
      const call = await dial(`90${n}`)
      await answer(call, `${n + 20}#`, '0000#')
      await call.hangUp()
    }
    expect(await hotel.alarms()).toMatchObject([
      { kind: 'menu.guessing', detail: { phone: '', number: '', locked: 'phone' } },
    ])
    const another = await dial('999')
    await answer(another, '12#', `${PIN}#`)
    expect(said()).toBe('wrong-pin good-bye')
    await hotel.until(() => another.state === 'ended')
  })

  test('of somebody who was disabled, or of another house, opens nothing', async () => {
    const { boss, dial, answer, said } = await openStaffMenu({ menu: 'housekeeping' })
    await boss('PUT', '/rest/config/user/12', { disabled: true })
    const call = await dial('999')
    await answer(call, '12#', `${PIN}#`)
    expect(said()).toBe('wrong-pin enter-number')
    await call.hangUp()
  })

  test('unlocks no screen, and the one of a screen is good for no call', async () => {
    const { hotel, dial, answer, said } = await openStaffMenu({ menu: 'housekeeping' })
    const stored = hotel.app.database.read.pins
    expect(await stored.get('screen', '12')).toBeUndefined()
    expect(await stored.get('phone', '12')).not.toContain(PIN)
    await hotel.request('12', 'PUT', '/rest/session/pin', { password: '12-pw', pin: '271828' })
    const call = await dial('999')
    await answer(call, '12#', '271828#')
    expect(said()).toBe('wrong-pin enter-number')
    await call.hangUp()
  })

  test('is set for a name that can be dialled, of four digits to eight, and taken away again', async () => {
    const { boss } = await openStaffMenu({ menu: 'housekeeping' })
    const set = async (user: string, pin: string) =>
      (await boss('PUT', `/rest/config/user/${user}/phone-pin`, { pin })).status
    expect([await set('12', '271'), await set('12', '271828182')]).toEqual([400, 400])
    expect([await set('12', '1234'), await set('maid', '2718'), await set('99', '2718')]).toEqual([
      400, 400, 404,
    ])
    const remove = async () => (await boss('DELETE', '/rest/config/user/12/phone-pin')).status
    expect([await remove(), await remove()]).toEqual([200, 404])
  })

  test('is nowhere on the disk, nor in the log', async () => {
    const folder = newFolder()
    const { hotel, boss, dial, answer } = await openStaffMenu({ menu: 'housekeeping', folder })
    const rare = '82716493'
    await boss('PUT', '/rest/config/user/12/phone-pin', { pin: rare })
    const call = await dial('101')
    await answer(call, '12#', `${rare}#`, '1#')
    await call.hangUp()
    await hotel.pass(seconds(5))
    await hotel.close()
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
    const holding = files.filter((one) => readFileSync(path.join(one.parentPath, one.name)).includes(rare))
    expect(files.length).toBeGreaterThan(1)
    expect(holding.map(({ name }) => name)).toEqual([])
  })
})

describe('the desk calls', () => {
  const ALARMED = { wakeup: { attempts: 1, escalation: { extension: '0' } }, idleStepMs: 500 } as const

  /** A guest of room 101 is not woken. */
  async function withAlarm(options: MenuOptions) {
    const house = await openStaffMenu({ ...ALARMED, ...options }, ['frontdesk'])
    const { hotel, exchange } = house
    exchange.does('101', { does: 'busy' })
    exchange.does('0', { does: 'busy' })
    await hotel.ask('101', '2005')
    await hotel.until(async () => (await hotel.alarms()).length > 0, minutes(10))
    return house
  }

  test('from its own phone: hears what is open, and says that the guest is reached', async () => {
    const { hotel, dial, answer, said } = await withAlarm({ menu: 'desk' })
    const call = await dial('0')
    expect(said()).toMatch(/^attention wakeup-failed room 101 .*next-alarm-three$/)
    await hotel.pass(seconds(1))
    await answer(call, '2')
    expect(said()).toBe('noted that-was-all good-bye')
    expect(await hotel.alarms()).toMatchObject([{ state: 'acknowledged', by: 'extension 0' }])
    const [row] = await hotel.log('alarm.acknowledged')
    expect(row?.text).toBe('The guest was reached, says extension 0')
  })

  test('from another phone: by number and PIN; and who comes second is told so', async () => {
    const { hotel, dial, answer, said } = await withAlarm({ menu: 'desk' })
    const call = await dial('999')
    await answer(call, '12#', `${PIN}#`)
    expect(said()).toMatch(/^attention wakeup-failed room 101/)
    const [open] = await hotel.alarms()
    await hotel.request('boss', 'POST', `/rest/alarm/${String(open?.id)}/acknowledge`, {})
    await answer(call, '1')
    expect(said()).toBe('known-already that-was-all good-bye')
  })

  test('and is not rung meanwhile', async () => {
    const { hotel, exchange, dial, answer } = await withAlarm({ menu: 'desk' })
    const call = await dial('0')
    const before = exchange.rings('0').length
    for (let n = 0; n < 3; n++) await answer(call, '9')
    await hotel.pass(seconds(8))
    expect(exchange.rings('0').length).toBe(before)
    await call.hangUp()
    await hotel.until(() => exchange.rings('0').length > before, minutes(5))
  })
})

test('one number leads to all menus', async () => {
  const { dial, answer, said } = await openStaffMenu({ menu: 'main' })
  const call = await dial('101')
  expect(said()).toBe('wakeup-one status-two minibar-three alarms-four')
  await answer(call, '2', '12#', `${PIN}#`)
  expect(said()).toBe('enter-status')
  await call.hangUp()
})

test('a guest who does not get along is connected with the desk, or told that it calls back', async () => {
  const { hotel, dial, said } = await openMenu({ idleStepMs: 500, site: { menus: { connectTo: '0' } } })
  const call = await dial('104')
  await hotel.until(() => call.state === 'ended', seconds(90))
  // The phones of this test take no REFER: nobody is let go without a word.
  expect(said()).toBe('desk-is-told')
  expect(
    hotel.voice.spoken.some(({ words }) =>
      words.some((word) => 'phrase' in word && word.phrase === 'connecting-desk'),
    ),
  ).toBe(true)
  expect(await hotel.alarms()).toMatchObject([{ kind: 'guest.needs-help', room: '104' }])
})
