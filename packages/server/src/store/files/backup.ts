import fs from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Clock } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Log } from '../../kernel/log.ts'
import {
  type Content,
  createPrivately,
  inspect,
  sideOf,
  snapshot,
  syncFile,
  syncFolder,
} from './backup-file.ts'
import { stamp } from './backup-moment.ts'
import { signBackup } from './backup-sum.ts'
import { copyDatabase, type Counts, type CopyProgress, LEFT_BEHIND, type Side } from './copy.ts'
import { migrate } from '../engine/migrations/index.ts'
import { openPostgres } from '../engine/postgres.ts'
import { SqliteConnection } from '../engine/sqlite-driver.ts'
import { SQLITE_FILE } from '../engine/sqlite.ts'

/** Where a database is: the embedded one of a data folder, or a PostgreSQL address. */
export type DataPlace = { readonly folder: string } | { readonly url: string }

export interface Surroundings {
  readonly clock: Clock
  readonly log: Log
  readonly progress?: CopyProgress | undefined
}

export interface Backup extends Content {
  readonly bytes: number
}

/** Writes everything into one SQLite file, as it is at one moment, while a server goes on serving. */
export async function backup(source: DataPlace, file: string, around: Surroundings): Promise<Backup> {
  const target = path.resolve(file)
  const partial = `${target}.partial`
  refuseExisting(target)
  try {
    const madeAt = around.clock.now()
    const content = await write(source, partial, around)
    await stamp(partial, madeAt)
    signBackup(partial)
    refuseExisting(target)
    fs.renameSync(partial, target)
    syncFolder(path.dirname(target))
    return { bytes: fs.statSync(target).size, ...content }
  } finally {
    fs.rmSync(partial, { force: true })
  }
}

function refuseExisting(file: string) {
  if (fs.existsSync(file))
    throw new Failure('thing.exists', `${file} exists already: choose another name for the backup`)
}

async function write(source: DataPlace, file: string, around: Surroundings): Promise<Content> {
  if ('folder' in source) {
    snapshot(databaseIn(source.folder), file)
    leaveBehind(file)
    return inspect(file)
  }
  const copied = await exportTo(file, source.url, around)
  const content = inspect(file)
  if (isDeepStrictEqual(copied, content.tables)) return content
  throw new Failure('internal', 'The backup does not hold what was copied into it')
}

/** The file is a copy of everything: what does not belong in it is overwritten, and not merely forgotten. */
function leaveBehind(file: string) {
  const connection = new SqliteConnection(file, { readOnly: false })
  try {
    connection.run('pragma secure_delete = on')
    for (const table of LEFT_BEHIND) connection.run(`delete from ${table}`)
  } finally {
    connection.close()
  }
}

function databaseIn(folder: string): SqliteConnection {
  const file = path.join(folder, SQLITE_FILE)
  if (!fs.existsSync(file)) throw new Failure('config.invalid', `There is no database in ${folder}`)
  return new SqliteConnection(file, { readOnly: true })
}

async function exportTo(file: string, url: string, { clock, log, progress }: Surroundings): Promise<Counts> {
  createPrivately(file)
  const source = await openPostgres({ url, clock, log, lock: 'none', migrate: false, poolSize: 1 })
  try {
    const from = { handle: source.read, dialect: source.dialect }
    const counts = await fillNew(file, (to) => copyDatabase(from, to, progress))
    syncFile(file)
    return counts
  } finally {
    await source.close()
  }
}

/** A file that is thrown away unless it becomes complete needs neither a journal nor a flush at every turn. */
export async function fillNew<T>(file: string, fill: (side: Side) => Promise<T>): Promise<T> {
  const connection = new SqliteConnection(file, { readOnly: false })
  try {
    connection.run('pragma journal_mode = off')
    connection.run('pragma synchronous = off')
    const side = sideOf(connection)
    await migrate(side.handle, side.dialect)
    connection.run('begin')
    const filled = await fill(side)
    connection.run('commit')
    return filled
  } finally {
    connection.close()
  }
}
