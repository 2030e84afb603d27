/** Heights are known before anything is drawn: so only what is near is drawn, and nothing jumps. */
export interface BoardShape {
  readonly columns: number
  readonly head: number
  readonly line: number
}

export interface TileLines {
  /** The first and the last line that are drawn; the same where none is. */
  readonly from: number
  readonly to: number
  readonly all: number
}

/** Up to here all rooms are on the page, so that the browser's own search finds them. */
export const WHOLE_UP_TO = 300
const MOST_TILES = 500
const AHEAD = 600
/** Lines are drawn by so many, so that not every step of a wheel draws. */
const STEP = 4

export const tileLines = (count: number, { columns }: BoardShape): number => Math.ceil(count / columns)

export const floorHeight = (count: number, shape: BoardShape): number =>
  shape.head + tileLines(count, shape) * shape.line

/** Where each group begins. */
export function topsOf(counts: readonly number[], shape: BoardShape): readonly number[] {
  let top = 0
  return counts.map((count) => {
    const own = top
    top += floorHeight(count, shape)
    return own
  })
}

/** The group that somebody sees first who sees from `top` on. */
export const groupAt = (counts: readonly number[], shape: BoardShape, top: number): number =>
  Math.max(
    0,
    topsOf(counts, shape).findLastIndex((own) => own <= top),
  )

/** How far beyond the edge is drawn: less where a line has many tiles. */
const aheadOf = ({ columns, line }: BoardShape, height: number) =>
  Math.max(0, Math.min(AHEAD, ((MOST_TILES / columns - 2 * STEP) * line - height) / 2))

/** Whether all are drawn. */
export const isWhole = (counts: readonly number[]): boolean =>
  counts.reduce((sum, count) => sum + count, 0) <= WHOLE_UP_TO

/** Which lines of each group are drawn for somebody who sees from `top` on. */
export function linesNear(
  counts: readonly number[],
  shape: BoardShape,
  view: { readonly top: number; readonly height: number },
  /** Nothing beyond the edge. */
  isBare = false,
): readonly TileLines[] {
  const ahead = isBare ? 0 : isWhole(counts) ? Number.POSITIVE_INFINITY : aheadOf(shape, view.height)
  const [first, last] = [view.top - ahead, view.top + view.height + ahead]
  const tops = topsOf(counts, shape)
  return counts.map((count, at) => {
    const all = tileLines(count, shape)
    const start = (tops[at] ?? 0) + shape.head
    const within = (line: number) => Math.max(0, Math.min(all, line))
    const from = within(Math.floor((first - start) / shape.line / STEP) * STEP)
    const to = within(Math.ceil((last - start) / shape.line / STEP) * STEP)
    return { from, to: Math.max(from, to), all }
  })
}

/** Where the room at a place of a group stands, in the whole board. */
export const topOfRoom = (
  counts: readonly number[],
  shape: BoardShape,
  { group, at }: { readonly group: number; readonly at: number },
): number => (topsOf(counts, shape)[group] ?? 0) + shape.head + Math.floor(at / shape.columns) * shape.line

export type TileStep = 'left' | 'right' | 'up' | 'down' | 'first' | 'last'

interface Place {
  readonly group: number
  readonly at: number
}

/** Where an arrow leads: along the line, and over the head of a group into the next; the same where it leads nowhere. */
export function stepFrom(counts: readonly number[], columns: number, place: Place, step: TileStep): Place {
  const { group, at } = place
  const count = counts[group] ?? 0
  switch (step) {
    case 'first':
      return { group, at: 0 }
    case 'last':
      return { group, at: Math.max(0, count - 1) }
    case 'right':
      return at + 1 < count ? { group, at: at + 1 } : (firstOf(counts, group + 1) ?? place)
    case 'left':
      return at > 0 ? { group, at: at - 1 } : (lastOf(counts, group - 1) ?? place)
    case 'down':
      return below(counts, columns, place)
    case 'up':
      return above(counts, columns, place)
  }
}

const firstOf = (counts: readonly number[], group: number): Place | null =>
  group < counts.length ? { group, at: 0 } : null
const lastOf = (counts: readonly number[], group: number): Place | null =>
  group >= 0 ? { group, at: Math.max(0, (counts[group] ?? 0) - 1) } : null

function below(counts: readonly number[], columns: number, place: Place): Place {
  const { group, at } = place
  const last = Math.max(0, (counts[group] ?? 0) - 1)
  if (at + columns <= last) return { group, at: at + columns }
  if (Math.floor(at / columns) < Math.floor(last / columns)) return { group, at: last }
  const next = counts[group + 1]
  return next === undefined ? place : { group: group + 1, at: Math.min(at % columns, next - 1) }
}

function above(counts: readonly number[], columns: number, place: Place): Place {
  const { group, at } = place
  if (at >= columns) return { group, at: at - columns }
  const before = counts[group - 1]
  if (before === undefined) return place
  const lastLine = Math.floor((before - 1) / columns) * columns
  return { group: group - 1, at: Math.min(lastLine + at, before - 1) }
}
