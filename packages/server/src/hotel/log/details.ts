import type { Static } from 'typebox'
import { ACCOUNT_ROWS } from './account-rows.ts'
import { ALARM_ROWS } from './alarm-rows.ts'
import { DELIVERY_ROWS } from './delivery-rows.ts'
import { CHARGE_ROWS, GUEST_ROWS, ROOM_MARK_ROWS, ROOM_STATUS_ROWS } from './guest-rows.ts'
import { PROPERTY_ROWS } from './property-rows.ts'
import { CLOCK_ROWS, HOUSE_ROWS, LINE_ROWS, NIGHT_ROWS, OUTAGE_ROWS, SITE_ROWS } from './site-rows.ts'
import { THING_ROWS } from './thing-rows.ts'
import { WAKEUP_ROWS } from './wakeup-rows.ts'

/** Every kind of row that the log may hold, and what its detail tells. */
export const DETAILS = {
  ...WAKEUP_ROWS,
  ...ALARM_ROWS,
  ...DELIVERY_ROWS,
  ...GUEST_ROWS,
  ...CHARGE_ROWS,
  ...ROOM_STATUS_ROWS,
  ...ROOM_MARK_ROWS,
  ...PROPERTY_ROWS,
  ...THING_ROWS,
  ...ACCOUNT_ROWS,
  ...SITE_ROWS,
  ...LINE_ROWS,
  ...NIGHT_ROWS,
  ...OUTAGE_ROWS,
  ...CLOCK_ROWS,
  ...HOUSE_ROWS,
}

export type LogKind = keyof typeof DETAILS
export type LogDetails = { readonly [K in LogKind]: Static<(typeof DETAILS)[K]> }

/** `wakeup` of `wakeup.created`. */
export type LogNoun = LogKind extends `${infer N}.${string}` ? N : never

/** What a row tells: a kind, and the detail that belongs to it. */
export type Fact<K extends LogKind = LogKind> = {
  readonly [P in K]: { readonly kind: P; readonly detail: LogDetails[P] }
}[K]
