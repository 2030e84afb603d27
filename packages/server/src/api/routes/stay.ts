import { INTERFACE } from '@reveille/contract'
import type { StayActions } from '../../actions/rooms/stays.ts'
import { nothing } from '../answers/answer.ts'
import type { Routes } from '../route.ts'

const { checkIn, checkOut, move } = INTERFACE.stay

export function stayRoutes({ post }: Routes, stays: StayActions) {
  post(checkIn, {
    act: ({ actor, params, body }) => stays.checkIn(actor, params.number, body),
    show: () => nothing,
  })
  post(checkOut, {
    act: ({ actor, params }) => stays.checkOut(actor, params.number),
    show: () => nothing,
  })
  post(move, {
    act: ({ actor, params, body }) => stays.move(actor, params.number, body.to),
    show: () => nothing,
  })
}
