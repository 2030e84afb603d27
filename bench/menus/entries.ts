import { none, type Row } from '../report.ts'
import { FIRST_ROOM, type MenuHouse, openMenuHouse } from './house.ts'
import { KEY_KINDS, type KeyKind, pressAll } from './keys.ts'
import { type Part, type PartOptions, together, upTo } from './part.ts'
import { askedInLog, BY_PHONE, someTime, storedCalls } from './stored.ts'

/** Guests at once: as many as a busy evening has, and more. */
const AT_ONCE = 40
/** The words are over when nothing was said for so long; between two of them is less. */
export const WORDS_OVER_MS = 700
const READ_BACK_MS = 5_000

interface Entry {
  readonly room: string
  readonly time: string
}

interface Counts {
  readonly wrong: number
  readonly doubled: number
  readonly missing: number
  /** Answered otherwise than with 200, or never read back. */
  readonly unheard: number
}

/** Every room enters a time, by each kind of key, in a house of its own. */
export async function measureEntries({ isQuick, chance }: PartOptions): Promise<Part> {
  const rows: (Row & Counts)[] = []
  for (const kind of KEY_KINDS) {
    const entries = upTo(isQuick ? 100 : 1_000).map((at) => ({
      room: String(FIRST_ROOM + at),
      time: someTime(chance),
    }))
    const counts = await enterAll(kind, entries, () => chance.between(100, 300))
    rows.push({ keys: kind.name, entries: entries.length, ...counts })
    console.log(JSON.stringify(rows.at(-1)))
  }
  const sum = (of: keyof Counts) => rows.reduce((all, row) => all + row[of], 0)
  return {
    counted:
      'entries: a room dials, presses a random time by four digits, hears the read-back begin and hangs up; wrong: its call is for another time or not by telephone; doubled: two calls, or asked for twice in the log; missing: none',
    tables: [{ title: 'Entries by kind of key', rows }],
    checks: [
      none('entries stored for another time', sum('wrong')),
      none('entries stored twice', sum('doubled')),
      none('entries not stored', sum('missing')),
      none('entries not answered or not read back', sum('unheard')),
    ],
  }
}

async function enterAll(kind: KeyKind, entries: readonly Entry[], everyMs: () => number): Promise<Counts> {
  const house = await openMenuHouse({ inBandKeys: kind.inBandKeys ?? false })
  let unheard = 0
  try {
    await together(AT_ONCE, entries, async (entry) => {
      if (!(await enter(house, kind, entry, everyMs))) unheard += 1
    })
    return { ...(await judge(house, entries)), unheard }
  } finally {
    await house.close()
  }
}

/** Whether the read-back was heard. */
async function enter(house: MenuHouse, kind: KeyKind, { room, time }: Entry, everyMs: () => number) {
  const { events } = kind
  const call = await house.dial(room, 'guest', events === undefined ? {} : { events })
  if (call.status !== 200) return false
  if (kind.inBandKeys) await call.audio.quiet(WORDS_OVER_MS)
  const lastKey = await pressAll(kind, call, time, everyMs)
  const isHeard = await call.audio.speaks(lastKey, READ_BACK_MS)
  await call.hangUp()
  return isHeard
}

async function judge(house: MenuHouse, entries: readonly Entry[]): Promise<Omit<Counts, 'unheard'>> {
  const stored = await storedCalls(house)
  const asked = await askedInLog(house)
  const callsOf = (entry: Entry) => stored.filter(({ room }) => room === entry.room)
  const isRight = (entry: Entry) =>
    callsOf(entry).every(({ time, source }) => time === entry.time && source === BY_PHONE)
  return {
    wrong: entries.filter((entry) => !isRight(entry)).length,
    doubled: entries.filter((entry) => callsOf(entry).length > 1 || (asked.get(entry.room) ?? 0) > 1).length,
    missing: entries.filter((entry) => callsOf(entry).length === 0).length,
  }
}
