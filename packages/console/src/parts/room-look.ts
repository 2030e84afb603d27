import type { IconName, MarkName, StateName } from '../look/icons.ts'

export interface RoomLook {
  readonly state: StateName
  readonly mark: MarkName
  /** How much is left to do, as the height of a bar: it is read without colour. */
  readonly work: number
}

const NOTHING_KNOWN: RoomLook = { state: 'waits', mark: 'waits', work: 40 }

const LOOKS: Readonly<Record<string, RoomLook>> = {
  dirty: { state: 'again', mark: 'triangle', work: 100 },
  in_progress: { state: 'busy', mark: 'half', work: 66 },
  pickup: { state: 'put', mark: 'crescent', work: 80 },
  clean: { state: 'good', mark: 'tick', work: 26 },
  inspected: { state: 'good', mark: 'two-ticks', work: 12 },
  out_of_order: { state: 'bad', mark: 'no-entry', work: 100 },
  out_of_service: { state: 'hand', mark: 'wrench', work: 80 },
  other: { state: 'waits', mark: 'dot', work: 40 },
}

/** A condition as colour, shape and height. */
export const roomLook = (condition: string): RoomLook => LOOKS[condition] ?? NOTHING_KNOWN

/** What stands at the door of a room. */
export const DOOR_ICONS = {
  dnd: 'moon',
  refused: 'close',
  priority: 'up',
  vip: 'star',
  call: 'alarm-clock',
  occupied: 'bed',
} as const satisfies Readonly<Record<string, IconName>>

const SOLID: readonly IconName[] = ['moon', 'star']
export const isSolid = (icon: IconName): boolean => SOLID.includes(icon)
