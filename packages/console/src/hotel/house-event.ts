/** A row of the log as the stream tells it; of its detail every kind has its own. */
export interface HouseEvent {
  readonly kind: string
  readonly at: string
  readonly room: string
  readonly actor: string
  readonly wakeup: string | null
  /** Under which the lists have the call that it is about. */
  readonly call: string | null
  readonly detail: Readonly<Record<string, unknown>>
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}

/** A text of a detail; empty where it is none. */
export const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null)

/** Null for what is no JSON: a newer server may tell what an older page does not understand. */
export function houseEventOf(kind: string, data: string): HouseEvent | null {
  try {
    const row = fieldsOf(JSON.parse(data))
    return {
      kind,
      at: textOf(row['at']),
      room: textOf(row['room']),
      actor: textOf(row['actor']),
      wakeup: textOrNull(row['wakeup']),
      call: textOrNull(row['call']),
      detail: fieldsOf(row['detail']),
    }
  } catch {
    return null
  }
}

/** What an event means for the records that a page holds. */
export type Change =
  | {
      /** It must be read anew. */
      readonly deed: 'read'
      readonly id: string
      /** Others that it concerns as well. */
      readonly also?: readonly string[]
      /** Not at once: many of its kind come together. */
      readonly isLater?: boolean
    }
  | { readonly deed: 'remove'; readonly id: string }

/** Of open alarms: raised and told again, they are read; known or over, they are no longer open. */
export function alarmChange({ kind, detail }: HouseEvent): Change | null {
  const id = textOf(detail['alarm'])
  if (id === '' || !kind.startsWith('alarm.')) return null
  const isOver = kind === 'alarm.acknowledged' || kind === 'alarm.over'
  return { deed: isOver ? 'remove' : 'read', id }
}

/**
 * Of alarms about guests who were not woken: what becomes of any call of the room may change how it stands with them.
 * `idsIn` are those of its room that are shown.
 */
export function unwokenChange(
  { kind, room }: HouseEvent,
  idsIn: (room: string) => readonly string[],
): Change | null {
  if (!kind.startsWith('wakeup.') || room === '') return null
  const [id, ...also] = idsIn(room)
  return id === undefined ? null : { deed: 'read', id, also }
}

/** Of those that somebody knows: acknowledged, they come to be among them. */
export function knownChange({ kind, detail }: HouseEvent): Change | null {
  const id = textOf(detail['alarm'])
  return id !== '' && kind === 'alarm.acknowledged' ? { deed: 'read', id } : null
}

/** Of what can be reported of a room. */
export const statusTypeChange = ({ kind }: HouseEvent): Change | null =>
  kind.startsWith('status.') ? { deed: 'read', id: 'all' } : null
