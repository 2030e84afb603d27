import { setTimeout } from 'node:timers/promises'
import type { BareDial } from '../../packages/server/test/bare-phones.ts'
import type { Field } from '../../packages/server/test/bare-words.ts'
import type { Chance } from '../../packages/server/testing/chance.ts'
import { FIRST_ROOM, type Menu, type MenuHouse } from './house.ts'
import { EVENTS, pressAll } from './keys.ts'
import { upTo } from './part.ts'
import { DESK, OTHER_TIME } from './walks.ts'

/** A call that names others than the one whose word counts. */
export interface Forgery {
  /** The room that it may touch. */
  readonly room: string
  /** It hides, or was forwarded: it may touch none. */
  readonly isNobody: boolean
  readonly says: string
  readonly fields: readonly Field[]
}

const VICTIMS = 500
const KEY_MS = 120
const WORDS_WITHIN_MS = 5_000

export const forgeries = (identity: 'from' | 'asserted', count: number, chance: Chance): Forgery[] =>
  upTo(count).map((at) => forgery(identity, at, chance))

function forgery(identity: 'from' | 'asserted', at: number, chance: Chance): Forgery {
  const [room, victim] = [String(FIRST_ROOM + at), String(FIRST_ROOM + VICTIMS + at)]
  const other = chance.pick([victim, DESK])
  const [from, asserted] = identity === 'from' ? [room, other] : [other, room]
  const leaves = chance.happens(0.3) ? forwarded(other, chance) : []
  const hides: Field[] = chance.happens(0.2) ? [['Privacy', 'id']] : []
  return {
    room,
    isNobody: leaves.length + hides.length > 0,
    says: chance.pick([
      `<sip:${from}@pbx>`,
      `"${other}" <sip:${from}@pbx>`,
      `"${other}" <sip:${from};phone-context=${other}@pbx>`,
    ]),
    fields: [
      ...(identity === 'asserted' || chance.happens(0.8) ? namedBy(asserted, identity, other, chance) : []),
      ...(chance.happens(0.5) ? [['Remote-Party-ID', `<sip:${other}@pbx>;party=calling`] as const] : []),
      ...leaves,
      ...hides,
    ],
  }
}

/** RFC 3325 9.1: the first counts, also where a second one stands beside it. */
function namedBy(asserted: string, identity: 'from' | 'asserted', other: string, chance: Chance): Field[] {
  const second = identity === 'asserted' && chance.happens(0.3) ? `, <tel:${other}>` : ''
  return [['P-Asserted-Identity', `${chance.pick([`"${other}" `, ''])}<sip:${asserted}@pbx>${second}`]]
}

const forwarded = (other: string, chance: Chance): Field[] =>
  chance.pick<Field[]>([
    [['Diversion', `<sip:${other}@pbx>;reason=unconditional`]],
    [['History-Info', `<sip:${other}@pbx?Reason=SIP%3Bcause%3D302>;index=1, <sip:700@pbx>;index=1.1;mp=1`]],
  ])

/** What somebody presses who hopes that no PIN is asked for. */
const STAFF_KEYS: readonly (readonly [Menu, string])[] = [
  ['housekeeping', '2#2#'],
  ['minibar', '10#2#1'],
  ['desk', '1'],
]

export async function tryForgery(house: MenuHouse, { room, says, fields }: Forgery) {
  await call(house, room, 'guest', OTHER_TIME, { says, fields })
  for (const [menu, keys] of STAFF_KEYS) await call(house, room, menu, keys, { says, fields })
}

async function call(
  house: MenuHouse,
  from: string,
  menu: Menu,
  keys: string,
  forged: Pick<BareDial, 'says' | 'fields'>,
) {
  const called = await house.dial(from, menu, forged)
  if (!called.isUp) return
  await called.audio.speaks(0, WORDS_WITHIN_MS)
  // A key of the desk's counts once half a second was heard.
  await setTimeout(700)
  const at = await pressAll(EVENTS, called, keys, () => KEY_MS)
  await called.audio.speaks(at + KEY_MS, WORDS_WITHIN_MS)
  await called.hangUp()
}
