import { type KeyboardEvent, useRef } from 'react'
import type { RoomGroup } from '../../hotel/board.ts'
import { typedRoom } from '../../hotel/board.ts'
import { type TileStep, stepFrom } from '../../hotel/board-window.ts'
import { useClock } from '../../parts/now.ts'

const STEPS: Readonly<Record<string, TileStep>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'first',
  End: 'last',
}
/** Keys of the page and of the whole console: no room is sought by them. */
const LETTERS = ['g', 'p']
/** What is typed within so long is one number. */
const TYPING_MS = 1_000

export interface BoardKeys {
  readonly groups: readonly RoomGroup[]
  readonly hasSelection: boolean
  readonly onActive: (key: string) => void
  readonly onSelect: (key: string) => void
  readonly onDigit: (event: KeyboardEvent) => void
  readonly onEscape: () => void
}

/** On the board: arrows move, `x` selects, digits report what is selected; with nothing selected they are a room's number. */
export function useBoardKeys(keys: BoardKeys) {
  const clock = useClock()
  const typed = useRef({ text: '', at: 0 })
  const type = (letter: string): string => {
    const isNew = clock.now() - typed.current.at > TYPING_MS
    typed.current = { text: isNew ? letter : typed.current.text + letter, at: clock.now() }
    return typed.current.text
  }
  return (event: KeyboardEvent, columns: number) => {
    const here = roomAt(event.target)
    if (here === null) return
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const step = STEPS[event.key]
    if (step !== undefined) return move(event, keys, columns, here, step)
    if (event.key === 'Escape') return keys.onEscape()
    if (event.key === 'x') return stop(event, () => keys.onSelect(here))
    if (keys.hasSelection && /^[1-9]$/.test(event.key)) return keys.onDigit(event)
    if (/^[0-9a-z]$/i.test(event.key) && !LETTERS.includes(event.key)) jump(event, keys, type(event.key))
  }
}

const roomAt = (target: EventTarget): string | null =>
  target instanceof Element ? (target.closest('[role=gridcell]')?.getAttribute('data-room') ?? null) : null

function stop(event: KeyboardEvent, act: () => void): void {
  event.preventDefault()
  act()
}

function move(event: KeyboardEvent, keys: BoardKeys, columns: number, here: string, step: TileStep): void {
  const { groups } = keys
  const group = Math.max(
    0,
    groups.findIndex(({ rooms }) => rooms.some(({ key }) => key === here)),
  )
  const at = groups[group]?.rooms.findIndex(({ key }) => key === here) ?? -1
  const counts = groups.map(({ rooms }) => rooms.length)
  const to = at === -1 ? { group: 0, at: 0 } : stepFrom(counts, columns, { group, at }, step)
  const next = groups[to.group]?.rooms[to.at]
  if (next === undefined) return
  event.preventDefault()
  if (event.shiftKey) keys.onSelect(next.key)
  keys.onActive(next.key)
}

function jump(event: KeyboardEvent, { groups, onActive }: BoardKeys, text: string): void {
  const found = typedRoom(
    groups.flatMap(({ rooms }) => rooms),
    text,
  )
  if (found === undefined) return
  event.preventDefault()
  onActive(found.key)
}
