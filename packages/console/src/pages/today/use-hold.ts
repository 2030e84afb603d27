import { type FocusEvent, useMemo, useState } from 'react'
import type { IsKept } from '../../hotel/calls/call-rows.ts'
import { useDesk } from '../../live/desk.ts'
import { useWatched } from '../../live/use.ts'
import { Hold } from './hold.ts'

/** Which lines stay where they are, and what the list listens to for it; `shown`: the call whose panel is open. */
export function useHold(shown: string) {
  const { clock } = useDesk().house
  const [hold] = useState(() => new Hold(clock))
  const ended = useWatched(hold.ended)
  const isKept = useMemo<IsKept>(
    () =>
      ({ id, occurrence }) =>
        hold.keeps(id) || id === shown || occurrence === shown,
    // oxlint-disable-next-line react/exhaustive-deps -- whatever was kept is looked at anew when it is let go
    [hold, shown, ended],
  )
  const listening = useMemo(() => listenerOf(hold), [hold])
  return { isKept, hold: listening }
}

const listenerOf = (hold: Hold) => ({
  onPointerMove: hold.moved,
  onPointerDown: hold.moved,
  onKeyDown: hold.moved,
  onFocus: ({ target }: FocusEvent) => hold.focus(lineOf(target)),
  onBlur: () => hold.focus(''),
})

const lineOf = (target: Element) => target.closest('[data-row]')?.getAttribute('data-row') ?? ''
