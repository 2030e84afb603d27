import type { AlarmRecord } from '../../packages/contract/src/index.ts'
import { now } from '../../packages/server/test/bare-audio.ts'
import { quantile, round } from '../figures.ts'
import { atMost, none } from '../report.ts'
import { FIRST_ROOM, type MenuHouse, openMenuHouse } from './house.ts'
import { EVENTS, pressAll, pressEntries } from './keys.ts'
import type { Part, PartOptions } from './part.ts'
import { DESK, SLIPS } from './walks.ts'

const MOST_MS = 2_000
const GIVEN_UP_MS = 10_000
const KEY_MS = 120

/** When the phone of the desk was rung. */
class DeskPhone {
  #onRing: (at: number) => void = () => {}

  heard = (invite: string) => {
    if (invite.startsWith(`INVITE sip:${DESK}@`)) this.#onRing(now())
  }

  /** Null where nobody rings it. */
  rings(): Promise<number | null> {
    return new Promise((resolve) => {
      const tooLong = setTimeout(() => resolve(null), GIVEN_UP_MS)
      this.#onRing = (at) => {
        clearTimeout(tooLong)
        resolve(at)
      }
    })
  }
}

/** A guest fails three times: how soon the desk is rung. */
export async function measureDesk({ isQuick, isSmoke }: PartOptions): Promise<Part> {
  const phone = new DeskPhone()
  const house = await openMenuHouse({
    onRung: phone.heard,
    site: { wakeup: { escalation: { extension: DESK } } },
  })
  const took: number[] = []
  const guests = isSmoke ? 1 : isQuick ? 5 : 30
  try {
    for (let at = 0; at < guests; at++) {
      const ms = await failThrice(house, phone, String(FIRST_ROOM + at))
      if (ms !== null) took.push(ms)
    }
    return partOf(took, guests - took.length)
  } finally {
    await house.close()
  }
}

async function failThrice(house: MenuHouse, phone: DeskPhone, room: string): Promise<number | null> {
  const call = await house.dial(room, 'guest')
  await pressEntries(EVENTS, call, SLIPS.slice(1), () => KEY_MS)
  await pressAll(EVENTS, call, '999', () => KEY_MS)
  const rings = phone.rings()
  const failedAt = await EVENTS.press(call, '9')
  const rungAt = await rings
  await call.ended
  // The next alarm is rung for at once only where this one is known.
  await acknowledgeAll(house)
  return rungAt === null ? null : rungAt - failedAt
}

async function acknowledgeAll(house: MenuHouse) {
  const { alarms } = await house.read<{ alarms: AlarmRecord[] }>('/rest/alarm?state=open')
  for (const { id } of alarms) await house.ask('POST', `/rest/alarm/${id}/acknowledge`, {})
}

const partOf = (took: readonly number[], never: number): Part => ({
  counted:
    'three failures: from the first packet of the key that makes the third try fail to the INVITE at the phone of the desk',
  tables: [
    {
      title: 'Three failures to the desk, ms',
      rows: [{ guests: took.length, p50: round(quantile(took, 0.5)), max: round(Math.max(...took)) }],
    },
  ],
  checks: [
    none('guests for whom the desk was not rung', never),
    atMost('three failures to the desk', MOST_MS, Math.max(...took), ' ms'),
  ],
})
