import { useCallback, useMemo, useState } from 'react'
import { useSearchParams } from 'wouter'
import {
  type BoardFilter,
  CONDITIONS,
  type Grouping,
  GROUPINGS,
  type Limits,
  USUAL_LIMITS,
} from '../../hotel/board.ts'
import { queryWith } from '../../kernel/address.ts'
import { useDesk } from '../../live/desk.ts'
import { useIsPhone } from '../../parts/media.ts'

const FLOOR = 'floor'
const LIMITS = 'room-limits'

export interface View {
  readonly filter: BoardFilter
  readonly grouping: Grouping
  /** The floor that is looked at; on a desk it is scrolled to, on a phone it is all there is. */
  readonly floor: string | null
  /** The room whose pane is open. */
  readonly open: string | null
  readonly change: (change: Readonly<Record<string, string | null>>) => void
}

/** What is looked at stands in the address: a link opens the same. */
export function useView(floors: readonly string[]): View {
  const [query, setQuery] = useSearchParams()
  const { shelf } = useDesk()
  const isPhone = useIsPhone()
  const asked = query.get('floor')
  const last = shelf.get(FLOOR)
  const usual = floors.find((one) => one === last) ?? floors[0] ?? null
  const floor = asked ?? (isPhone ? usual : null)
  const text = query.toString()
  const filter = useMemo(() => {
    const fields = new URLSearchParams(text)
    return {
      state: CONDITIONS.find((one) => one === fields.get('state')) ?? null,
      floor: isPhone && floor !== 'all' ? floor : null,
      occupied: fields.has('occupied'),
      dnd: fields.has('dnd'),
      late: fields.has('late'),
      odd: fields.has('odd'),
    }
  }, [text, isPhone, floor])
  const change = useCallback(
    (changes: Readonly<Record<string, string | null>>) => setQuery((before) => queryWith(before, changes)),
    [setQuery],
  )
  const grouping = isPhone ? 'floor' : (GROUPINGS.find((one) => one === query.get('group')) ?? 'floor')
  return { filter, grouping, floor, open: query.get('room'), change }
}

/** How long a room may stay dirty or in progress, on this device. */
export function useLimits(): readonly [Limits, (limits: Limits) => void] {
  const { shelf } = useDesk()
  const [limits, setLimits] = useState(() => limitsFrom(shelf.get(LIMITS)))
  const change = (next: Limits) => {
    shelf.set(LIMITS, JSON.stringify(next))
    setLimits(next)
  }
  return [limits, change]
}

const hours = (value: unknown, usual: number) =>
  typeof value === 'number' && value > 0 && value < 1_000 ? value : usual

function limitsFrom(text: string | null): Limits {
  try {
    const fields = new Map<string, unknown>(Object.entries(Object(JSON.parse(text ?? '{}'))))
    return {
      dirty: hours(fields.get('dirty'), USUAL_LIMITS.dirty),
      in_progress: hours(fields.get('in_progress'), USUAL_LIMITS.in_progress),
    }
  } catch {
    return USUAL_LIMITS
  }
}

/** Where somebody works now is where they begin the next time. */
export const rememberFloor = (shelf: { set(key: string, value: string): void }, floor: string): void =>
  shelf.set(FLOOR, floor)
