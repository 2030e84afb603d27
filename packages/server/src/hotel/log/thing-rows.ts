import { maybe, text, texts } from '../../kernel/schema.ts'
import { detail } from './detail.ts'

/** Names of the fields only: a log is no place for passwords. */
const deed = detail({ key: text, fields: maybe(texts) })

/** What people add, change and remove under a key. */
export const THING_ROWS = {
  'category.added': deed,
  'category.changed': deed,
  'category.deleted': deed,
  'connector.added': deed,
  'connector.changed': deed,
  'connector.deleted': deed,
  'item.added': deed,
  'item.changed': deed,
  'item.deleted': deed,
  'line.added': deed,
  'line.changed': deed,
  'line.deleted': deed,
  'mailbox.added': deed,
  'mailbox.changed': deed,
  'mailbox.deleted': deed,
  'prompt.added': deed,
  'prompt.changed': deed,
  'prompt.deleted': deed,
  'room.added': deed,
  'room.changed': deed,
  'room.deleted': deed,
  'server.added': deed,
  'server.changed': deed,
  'server.deleted': deed,
  'status.added': deed,
  'status.changed': deed,
  'status.deleted': deed,
  'user.added': deed,
  'user.changed': deed,
  'user.deleted': deed,
}

type ThingKind = keyof typeof THING_ROWS
export type Thing = ThingKind extends `${infer T}.${string}` ? T : never
export type Deed = ThingKind extends `${string}.${infer D}` ? D : never
