import fs from 'node:fs'
import path from 'node:path'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Instant } from '../../kernel/clock.ts'

/**
 * That the house goes by another time than the machine's clock, for a process that is started meanwhile. It is worth
 * something only until the machine is started anew: then nothing says how long it was off.
 */
export interface ClockNote {
  readonly boot: string
  /** What the house's time was, and how long the machine had been running by then. */
  readonly houseTime: Instant
  readonly sinceBoot: number
  /** How far the clock is ahead, and what it showed when the desk was told. */
  readonly aheadMs: number
  readonly shows: string
  /** How far the clock of a database elsewhere was ahead before the jump. */
  readonly databaseBefore: number | null
  /** What was said at the desk. */
  readonly desk: { readonly isRight: boolean } | null
}

export const CLOCK_FILE = 'reveille.clock'

const isNote = Compile(
  Type.Object({
    boot: Type.String(),
    houseTime: Type.Number(),
    sinceBoot: Type.Number(),
    aheadMs: Type.Number(),
    shows: Type.String(),
    databaseBefore: Type.Union([Type.Number(), Type.Null()]),
    desk: Type.Union([Type.Object({ isRight: Type.Boolean() }), Type.Null()]),
  }),
)

/** What the process before us has left, if the machine has been running since; `boot`: which start of it this is. */
export function readClockNote(folder: string, boot: string | null, sinceBoot: number): ClockNote | null {
  try {
    const note: unknown = JSON.parse(fs.readFileSync(path.join(folder, CLOCK_FILE), 'utf8'))
    return isNote.Check(note) && note.boot === boot && note.sinceBoot <= sinceBoot ? note : null
  } catch {
    return null
  }
}

/** Under another name first: a note that is there is whole. */
export function writeClockNote(folder: string, note: ClockNote): void {
  const file = path.join(folder, CLOCK_FILE)
  fs.writeFileSync(`${file}.new`, JSON.stringify(note), { mode: 0o600 })
  fs.renameSync(`${file}.new`, file)
}

export const removeClockNote = (folder: string): void =>
  fs.rmSync(path.join(folder, CLOCK_FILE), { force: true })
