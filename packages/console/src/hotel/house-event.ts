/** A row of the log as the stream tells it; of its detail every kind has its own. */
export interface HouseEvent {
  readonly kind: string
  readonly at: string
  readonly room: string
  readonly actor: string
  readonly wakeup: string | null
  readonly detail: Readonly<Record<string, unknown>>
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** Null for what is no JSON: a newer server may tell what an older page does not understand. */
export function houseEventOf(kind: string, data: string): HouseEvent | null {
  try {
    const row = fieldsOf(JSON.parse(data))
    return {
      kind,
      at: text(row['at']),
      room: text(row['room']),
      actor: text(row['actor']),
      wakeup: typeof row['wakeup'] === 'string' ? row['wakeup'] : null,
      detail: fieldsOf(row['detail']),
    }
  } catch {
    return null
  }
}

/** What an event means for the records that a page holds. */
export type Change =
  /** It must be read anew. */
  { readonly deed: 'read'; readonly id: string } | { readonly deed: 'remove'; readonly id: string }

/** Of open alarms: raised and told again, they are read; known or over, they are no longer open. */
export function alarmChange({ kind, detail }: HouseEvent): Change | null {
  const id = text(detail['alarm'])
  if (id === '' || !kind.startsWith('alarm.')) return null
  const isOver = kind === 'alarm.acknowledged' || kind === 'alarm.over'
  return { deed: isOver ? 'remove' : 'read', id }
}
