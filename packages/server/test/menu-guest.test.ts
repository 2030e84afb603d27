import { describe, expect, test } from 'vitest'
import { minutes, seconds } from '../src/kernel/clock.ts'
import { freePorts } from '../../../peers/ports.ts'
import { openMenu } from './called-hotel.ts'
import { EVENING } from './hotel.ts'
import { openNight } from './night.ts'

/** As the phone presses them. */
const THREE_KEYS_MS = 900
const TOMORROW_AT = (time: string) => `2026-11-15T${time}:00+01:00`

describe('a guest who dials the wake-up service', () => {
  test('dials four digits and hangs up: the call is set, and rings', async () => {
    const { hotel, exchange, dial, press, pending, said } = await openMenu()
    const call = await dial('101')
    expect(said()).toBe('menu-wakeup enter-time')
    await press(call, '2015')
    expect(await pending()).toEqual([['101', '2026-11-14T20:15:00+01:00', 3]])
    expect(said()).toBe('call-is-set 20:15 today to-confirm-hang-up to-change-two to-cancel-star')
    await call.hangUp()
    const [row] = await hotel.log('wakeup.created')
    expect(row).toMatchObject({ room: '101', actor: 'room 101' })
    expect(String(row?.detail['address'])).toMatch(/^127\.0\.0\.1 \S+/)
    await hotel.until(() => exchange.rings('101').length === 1, minutes(20))
  })

  test('who does not wait for the prompt is heard all the same', async () => {
    const { dial, press, pending } = await openMenu()
    const call = await dial('102')
    await press(call, '715')
    await call.hangUp()
    expect(await pending()).toEqual([['102', TOMORROW_AT('07:15'), 3]])
  })

  test('hears the call, changes it, and cancels it', async () => {
    const { hotel, dial, press, pending, said } = await openMenu()
    await hotel.ask('101', '0600')
    const call = await dial('101')
    expect(said()).toMatch(/^menu-wakeup call-is-set 6:0 tomorrow to-change-enter/)
    await press(call, '0645')
    expect(await pending()).toEqual([['101', TOMORROW_AT('06:45'), 3]])
    await hotel.pass(seconds(1))
    await press(call, '*')
    expect(await pending()).toEqual([])
    expect(said()).toBe('call-cancelled good-bye')
    await hotel.until(() => call.state === 'ended')
    expect(await call.ended).toMatchObject({ outcome: 'answered', hungUpBy: 'them' })
  })

  test('cancels the next day of a series, and no more of it', async () => {
    const { hotel, dial, press } = await openMenu()
    const id = await hotel.ask('101', '0600', { days: 'mon,tue,wed,thu,fri,sat,sun' })
    const call = await dial('101')
    await press(call, '*')
    await call.hangUp()
    expect(await hotel.call(id)).toMatchObject({ scheduled: '2026-11-16T06:00:00+01:00' })
  })

  test('may have so many, and then the desk helps', async () => {
    const { hotel, dial, press, pending, said } = await openMenu({ site: { menus: { guestCalls: 1 } } })
    await hotel.ask('101', '0600')
    const call = await dial('101')
    await press(call, '#0700')
    expect(said()).toBe('no-more-calls call-the-desk')
    expect(await pending()).toHaveLength(1)
    await hotel.until(() => call.state === 'ended')
  })

  test('who says nothing three times is told that the desk calls, and the desk is told', async () => {
    const { hotel, dial, said } = await openMenu({ idleStepMs: 500 })
    const call = await dial('104')
    await hotel.until(() => call.state === 'ended', seconds(60))
    expect(said()).toBe('desk-is-told')
    expect(await hotel.alarms()).toMatchObject([{ kind: 'guest.needs-help', room: '104' }])
  })

  test.each([200, 1_200])(
    'who needs help has the desk rung at once, also %i ms after it last looked for news',
    async (sinceMs) => {
      const { hotel, stage, exchange, dial, press } = await openMenu({
        wakeup: { escalation: { extension: '0' } },
      })
      const call = await dial('104')
      for (const slip of ['9999', '9999']) {
        await press(call, slip)
        await hotel.pass(seconds(1))
      }
      const [looksEvery, now] = [seconds(2), stage.clock.now()]
      await hotel.pass(2 * looksEvery - ((now - EVENING) % looksEvery) + sinceMs - THREE_KEYS_MS)
      await press(call, '999')
      const failedAt = stage.clock.now()
      void call.pressKeys('9')
      await hotel.until(() => exchange.rings('0').length > 0)
      expect((exchange.rings('0')[0] ?? Infinity) - failedAt).toBeLessThan(200)
    },
  )

  test('hears the language of the room', async () => {
    const { hotel, dial } = await openMenu()
    await dial('201')
    expect(hotel.voice.spoken.at(-1)?.language).toBe('de')
  })
})

describe('whoever calls', () => {
  test.each([
    ['from a phone that is no room', '999', {}],
    ['from several rooms of one number', '110', {}],
    ['where only the word of the exchange counts, and it says nothing', '101', { identity: 'asserted' }],
  ] as const)('%s is sent to the desk, and can do nothing', async (_, from, menus) => {
    const { hotel, dial, press, pending, said } = await openMenu({ site: { menus } })
    const call = await dial(from)
    expect(said()).toBe('not-from-here call-the-desk')
    await press(call, '0630')
    await hotel.until(() => call.state === 'ended')
    expect(await pending()).toEqual([])
  })

  test('when the lines are needed for guests who are to be woken hears that it is busy', async () => {
    const { hotel, dial } = await openMenu({ calls: 1 })
    await hotel.ask('101', '2001')
    await hotel.pass(seconds(5))
    expect(await (await dial('102')).ended).toMatchObject({ outcome: 'busy' })
  })

  test('above so many at once hears that it is busy', async () => {
    const { dial } = await openMenu({ site: { menus: { atOnce: 1 } } })
    await dial('101')
    expect(await (await dial('102')).ended).toMatchObject({ outcome: 'busy' })
  })
})

describe('a line that nothing answers on', () => {
  test('is busy, as before', async () => {
    const port = await freePorts()
    const { hotel, exchange } = await openNight({
      telephony: (there) => ({ ...there.telephony(5), port }),
    })
    const place = { host: '127.0.0.1', port }
    const call = exchange.phones.dial({ from: '101', to: 'voice1', exchange: place })
    await hotel.until(() => call.state === 'ended')
    expect(await call.ended).toMatchObject({ outcome: 'busy' })
  })
})
