import { type CheckedIn, type CheckedOut, INTERFACE } from '@reveille/contract'
import type { StayActions, Welcome } from '../../actions/rooms/stays.ts'
import type { Settings } from '../../actions/settings.ts'
import type { Wakeup } from '../../hotel/wakeups/wakeup.ts'
import { json, nothing } from '../answers/answer.ts'
import { wakeupRecord } from '../answers/wakeup-record.ts'
import type { Routes } from '../route.ts'

const { checkIn, checkOut, move } = INTERFACE.stay

export function stayRoutes({ post }: Routes, stays: StayActions, settings: Settings) {
  post(checkIn, {
    act: ({ actor, params, body }) => stays.checkIn(actor, params.number, body),
    show: (welcome) => json(checkedIn(welcome)),
  })
  post(checkOut, {
    act: ({ actor, params }) => stays.checkOut(actor, params.number),
    show: (cancelled) => json(checkedOut(cancelled, settings)),
  })
  post(move, {
    act: ({ actor, params, body }) => stays.move(actor, params.number, body.to),
    show: () => nothing,
  })
}

const checkedIn = ({ language, unspoken }: Welcome): CheckedIn => ({
  error: 0,
  description:
    unspoken === null
      ? 'Checked in'
      : `Checked in; there are no announcements in ${unspoken}, so the room is woken in ${language}`,
  language,
})

export function checkedOut(cancelled: readonly Wakeup[], settings: Settings): CheckedOut {
  const calls = cancelled.length === 1 ? '1 wakeup call' : `${cancelled.length} wakeup calls`
  return {
    error: 0,
    description: cancelled.length === 0 ? 'Checked out' : `Checked out; ${calls} cancelled`,
    cancelled: cancelled.map((call) => wakeupRecord(call, settings)),
  }
}
