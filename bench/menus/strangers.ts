import { openBarePhones } from '../../packages/server/test/bare-phones.ts'
import { none } from '../report.ts'
import { type Forgery, forgeries, tryForgery } from './forged.ts'
import { FIRST_ROOM, type MenuHouse, openMenuHouse } from './house.ts'
import { EVENTS, pressEntries } from './keys.ts'
import { type Part, type PartOptions, together, upTo } from './part.ts'
import { type Records, readRecords } from './records.ts'
import { DESK, SLIPS } from './walks.ts'

const AT_ONCE = 20
/** Addresses of this machine that are not the exchange's. */
const ELSEWHERE = upTo(10).map((at) => `127.0.0.${at + 2}`)

interface Found {
  readonly strangers: number
  readonly accepted: number
  readonly otherwise: number
}

interface Taken {
  readonly identity: Identity
  readonly forged: number
  readonly refused: number
  /** What the callers have done, in rooms of their own and in those of others. */
  readonly own: number
  readonly others: number
  readonly withoutPin: number
}

type Identity = 'from' | 'asserted'

/** Whoever is not the exchange, and whoever lies about who calls. */
export async function measureStrangers({ isQuick, chance }: PartOptions): Promise<Part> {
  const found = await knock(isQuick ? 100 : 1_000)
  const taken: Taken[] = []
  for (const identity of ['from', 'asserted'] as const)
    taken.push(await forge(identity, forgeries(identity, isQuick ? 20 : 50, chance)))
  const sum = (of: 'others' | 'withoutPin') => taken.reduce((all, one) => all + one[of], 0)
  return {
    counted:
      'strangers: INVITEs with the number of a room from ten other addresses of this machine. Forged: a call from the address of the exchange whose From, P-Asserted-Identity, Remote-Party-ID, Diversion, History-Info and Privacy name other rooms and the desk than the one that counts; it presses a time at the guest menu, and charges, reports a status and answers an alarm without a PIN',
    tables: [
      { title: 'Strangers', rows: [{ ...found }] },
      { title: 'Forged identities', rows: taken.map((one) => ({ ...one })) },
    ],
    checks: [
      none('strangers accepted', found.accepted),
      none('strangers answered otherwise than 403', found.otherwise),
      none('calls set in rooms of others', sum('others')),
      none('deeds of staff without a PIN', sum('withoutPin')),
      none(
        'callers who could not set a call in their own room',
        taken.reduce((all, { forged, refused, own }) => all + forged - refused - own, 0),
      ),
    ],
  }
}

async function knock(strangers: number): Promise<Found> {
  const house = await openMenuHouse()
  const phones = await Promise.all(ELSEWHERE.map((host) => openBarePhones(host)))
  const statuses: number[] = []
  try {
    await together(AT_ONCE, upTo(strangers), async (at) => {
      const from = phones[at % phones.length]
      const call = await from?.dial({
        from: String(FIRST_ROOM + at),
        to: String(700 + (at % 5)),
        door: house.door,
      })
      statuses.push(call?.status ?? 0)
    })
    const accepted = statuses.filter((status) => status < 300).length
    return { strangers, accepted, otherwise: statuses.filter((status) => status !== 403).length }
  } finally {
    for (const one of phones) one.close()
    await house.close()
  }
}

async function forge(identity: Identity, forged: readonly Forgery[]): Promise<Taken> {
  const house = await openMenuHouse({
    site: { menus: { atOnce: 200, identity }, wakeup: { escalation: { extension: DESK } } },
  })
  try {
    await raiseAlarm(house, identity)
    await together(AT_ONCE, forged, (forgery) => tryForgery(house, forgery))
    return { identity, ...judge(forged, await readRecords(house)) }
  } finally {
    await house.close()
  }
}

/** There is something to be heard and answered at the desk's menu. */
async function raiseAlarm(house: MenuHouse, identity: Identity) {
  const room = String(FIRST_ROOM + 999)
  const fields = identity === 'asserted' ? [['P-Asserted-Identity', `<sip:${room}@pbx>`] as const] : []
  const call = await house.dial(room, 'guest', { fields })
  await pressEntries(EVENTS, call, SLIPS, () => 120)
  await call.ended
}

function judge(forged: readonly Forgery[], { calls, charges, statuses, alarms }: Records) {
  const owners = new Set(forged.filter(({ isNobody }) => !isNobody).map(({ room }) => room))
  const own = calls.filter(({ room }) => owners.has(room)).length
  const answered = alarms.filter(({ state }) => state === 'acknowledged').length
  return {
    forged: forged.length,
    refused: forged.filter(({ isNobody }) => isNobody).length,
    own,
    others: calls.length - own,
    withoutPin: charges.length + statuses.size + answered,
  }
}
