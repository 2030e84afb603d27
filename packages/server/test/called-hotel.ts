import type { OutgoingCall } from '@reveille/sip'
import { freePorts } from '../../../peers/ports.ts'
import type { MenuName } from '../src/hotel/menus/menu.ts'
import { worded } from '../testing/menu-trial.ts'
import { type NightOptions, openNight } from './night.ts'

interface MenuOptions extends Omit<NightOptions, 'telephony'> {
  readonly calls?: number
  readonly menu?: MenuName
}

/** A hotel whose line voice1 a menu answers on, and guests who call it from their rooms. */
export async function openMenu({ calls = 20, menu = 'guest', ...options }: MenuOptions = {}) {
  const port = await freePorts()
  const night = await openNight({
    ...options,
    telephony: (exchange) => {
      const { lines = [], ...rest } = exchange.telephony(calls)
      return { ...rest, port, lines: lines.map((line) => ({ ...line, menu })) }
    },
  })
  const { hotel, exchange } = night
  const dial = async (from: string): Promise<OutgoingCall> => {
    const call = exchange.phones.dial({ from, to: 'voice1', exchange: { host: '127.0.0.1', port } })
    await hotel.until(() => call.state === 'up' || call.state === 'ended')
    return call
  }
  const press = async (call: OutgoingCall, keys: string) => {
    for (const key of keys) {
      void call.pressKeys(key)
      await hotel.pass(300)
    }
  }
  const pending = async () =>
    ((await hotel.request('desk', 'GET', '/rest/wakeup/list/pending')).json.pending as Pending[]).map(
      ({ room, scheduled, source }) => [room, scheduled, source],
    )
  const said = () => (hotel.voice.spoken.at(-1)?.words ?? []).map(worded).join(' ')
  return { ...night, dial, press, pending, said }
}

interface Pending {
  readonly room: string
  readonly scheduled: string
  readonly source: number
}
