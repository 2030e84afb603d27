/** Two in a row are two; from three on they are a range. */
const RANGE_FROM = 3

/** Rooms as people say them, those in a row together: `106–112, 201`. */
export function writtenRooms(rooms: readonly string[]): string {
  const runs: string[][] = []
  for (const room of rooms) {
    const run = runs.at(-1)
    if (run !== undefined && follows(run.at(-1) ?? '', room)) run.push(room)
    else runs.push([room])
  }
  return runs.map((run) => (run.length < RANGE_FROM ? run.join(', ') : `${run[0]}–${run.at(-1)}`)).join(', ')
}

const follows = (one: string, next: string) =>
  /^\d+$/.test(one) && one.length === next.length && Number(next) === Number(one) + 1

/** So many of one kind are told one by one; more are told as one. */
const FOLD_FROM = 4

/** What is told in the same words, together: more than a few as one group, the others each by itself. */
export function folded<T>(all: readonly T[], wordsOf: (one: T) => string): readonly (readonly [T, ...T[]])[] {
  const groups = new Map<string, [T, ...T[]]>()
  for (const one of all) {
    const group = groups.get(wordsOf(one))
    if (group === undefined) groups.set(wordsOf(one), [one])
    else group.push(one)
  }
  return [...groups.values()].flatMap((group): readonly (readonly [T, ...T[]])[] =>
    group.length < FOLD_FROM ? group.map((one) => [one] as const) : [group],
  )
}
