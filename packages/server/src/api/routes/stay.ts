import { CheckinForm, MoveForm, NoFields } from '@reveille/contract'
import { Type } from 'typebox'
import type { StayActions } from '../../actions/rooms/stays.ts'
import { nothing } from '../answers/answer.ts'
import type { Routes } from '../route.ts'

const Key = Type.Object({ number: Type.String({ description: 'Room number' }) })
const shared = { tag: 'Front desk', needs: ['frontdesk'], params: Key } as const

export function stayRoutes({ post }: Routes, stays: StayActions) {
  post({
    ...shared,
    url: '/rest/mailbox/:number/checkin',
    summary: 'A guest checks in; a second guest is a sharer',
    body: CheckinForm,
    act: ({ actor, params, body }) => stays.checkIn(actor, params.number, body),
    show: () => nothing,
  })
  post({
    ...shared,
    url: '/rest/mailbox/:number/checkout',
    summary: 'The room is left; its pending wakeup calls are cancelled',
    body: NoFields,
    act: ({ actor, params }) => stays.checkOut(actor, params.number),
    show: () => nothing,
  })
  post({
    ...shared,
    url: '/rest/mailbox/:number/move',
    summary: 'The guests move to an empty room and take their pending wakeup calls along',
    body: MoveForm,
    act: ({ actor, params, body }) => stays.move(actor, params.number, body.to),
    show: () => nothing,
  })
}
