import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { Failure, messageOf } from '../../kernel/failure.ts'
import { syncFolder } from './backup-file.ts'

/** What happened while the database could not be written, in a file of its own beside the data. */
export interface Journal {
  /** Which file it is: another data folder has another. */
  readonly id: string
  /** Bytes that it has room for, and how many of them are taken. */
  readonly size: number
  readonly used: number
  /** What is in it, the oldest first. */
  readonly records: readonly unknown[]
  /** Which it is since it was made; it changes each time that it is cleared. */
  readonly round: number
  /** On disk when it resolves. False when there is no room left. */
  append(records: readonly unknown[]): Promise<boolean>
  /** All of it is in the database. */
  clear(): Promise<void>
  close(): Promise<void>
}

export const JOURNAL_FILE = 'reveille.journal'

/** A morning of a large hotel. It is written once, whole: its blocks are there before the disk is full. */
const SIZE = 16 * 1024 * 1024

export interface JournalPlace {
  readonly folder: string
  readonly installation: string
  /** The id of a journal that is made anew. */
  newId(): string
  readonly size?: number | undefined
}
const HEADER = 256
const LENGTH = 4
const MARK = 16
/** What `stat` counts blocks in. */
const BLOCK = 512

const isHeader = Compile(
  Type.Object({
    journal: Type.Literal(1),
    id: Type.String(),
    installation: Type.String(),
    round: Type.Number(),
  }),
)

interface Header {
  readonly journal: 1
  readonly id: string
  /** Whose it is: the file of another installation, or of one that was restored, counts for nothing. */
  readonly installation: string
  /** Rises each time that it is cleared: what was written before is then no record any more. */
  readonly round: number
}

/** Opens the journal of this installation, which is made when there is none. */
export async function openJournal({
  folder,
  installation,
  newId,
  size = SIZE,
}: JournalPlace): Promise<Journal> {
  const file = path.join(folder, JOURNAL_FILE)
  try {
    const own = headerIn(file, size)
    if (own?.installation === installation) return await opened(file, own, size)
    const fresh = { journal: 1, id: newId(), installation, round: 1 } as const
    make(file, fresh, size)
    return await opened(file, fresh, size)
  } catch (error) {
    throw new Failure('store.unavailable', `${file} cannot be used (${messageOf(error)})`, {}, error)
  }
}

/** A journal as it lies on the disk. */
export interface JournalState {
  readonly installation: string
  readonly records: number
  readonly used: number
  readonly size: number
  /** Whether its room on the disk is taken: only then does a full disk not stop it. */
  readonly isWhole: boolean
}

/** Looks at the journal of a folder, and changes nothing; null when there is none, `damaged` when it is no journal. */
export function lookAtJournal(folder: string): JournalState | 'damaged' | null {
  const file = path.join(folder, JOURNAL_FILE)
  if (!fs.existsSync(file)) return null
  const { size, blocks } = fs.statSync(file)
  const header = headerIn(file, size)
  if (!header) return 'damaged'
  const { records, end } = recordsIn(fs.readFileSync(file), header.round)
  return {
    installation: header.installation,
    records: records.length,
    used: end,
    size,
    isWhole: blocks * BLOCK >= size,
  }
}

/** Writes its last bytes as they are, through to the disk: whether a journal that nobody uses can be written. */
export function tryJournal(folder: string): void {
  const handle = fs.openSync(path.join(folder, JOURNAL_FILE), 'r+')
  try {
    const place = fs.fstatSync(handle).size - MARK
    const bytes = Buffer.alloc(MARK)
    fs.readSync(handle, bytes, 0, MARK, place)
    fs.writeSync(handle, bytes, 0, MARK, place)
    fs.fdatasyncSync(handle)
  } finally {
    fs.closeSync(handle)
  }
}

/** After a restore, what is in it happened to other data. */
export const removeJournal = (folder: string): void =>
  fs.rmSync(path.join(folder, JOURNAL_FILE), { force: true })

async function opened(file: string, from: Header, size: number): Promise<Journal> {
  const handle = await fs.promises.open(file, 'r+')
  const found = recordsIn(fs.readFileSync(file), from.round)
  let { round } = from
  let { end } = found
  let last: Promise<unknown> = Promise.resolve()
  /** One write after the other: each has its place behind the one before. */
  const inTurn = <T>(write: () => Promise<T>): Promise<T> => {
    const done = last.then(write, write)
    last = done.catch(() => {})
    return done
  }
  return {
    id: from.id,
    size,
    get used() {
      return end
    },
    records: found.records,
    get round() {
      return round
    },
    append: (records) =>
      inTurn(async () => {
        const bytes = Buffer.concat(records.map((record) => encode(record, round)))
        if (end + bytes.length > size) return false
        await handle.write(bytes, 0, bytes.length, end)
        await handle.datasync()
        end += bytes.length
        return true
      }),
    clear: () =>
      inTurn(async () => {
        const bytes = headerBytes({ ...from, round: round + 1 })
        await handle.write(bytes, 0, bytes.length, 0)
        await handle.datasync()
        round += 1
        end = HEADER
      }),
    close: () => inTurn(() => handle.close()),
  }
}

/** Under another name first: a file that is there is whole. */
function make(file: string, header: Header, size: number) {
  const unfinished = `${file}.new`
  const handle = fs.openSync(unfinished, 'w', 0o600)
  try {
    fs.writeSync(handle, headerBytes(header))
    fs.writeSync(handle, Buffer.alloc(size - HEADER))
    fs.fsyncSync(handle)
  } finally {
    fs.closeSync(handle)
  }
  fs.renameSync(unfinished, file)
  syncFolder(path.dirname(file))
}

function headerBytes(header: Header): Buffer {
  const bytes = Buffer.alloc(HEADER, ' ')
  bytes.write(JSON.stringify(header))
  return bytes
}

function headerIn(file: string, size: number): Header | undefined {
  if (!fs.existsSync(file) || fs.statSync(file).size !== size) return undefined
  const bytes = Buffer.alloc(HEADER)
  const handle = fs.openSync(file, 'r')
  fs.readSync(handle, bytes, 0, HEADER, 0)
  fs.closeSync(handle)
  return parseHeader(bytes.toString())
}

function parseHeader(text: string): Header | undefined {
  try {
    const header: unknown = JSON.parse(text)
    return isHeader.Check(header) ? header : undefined
  } catch {
    return undefined
  }
}

/** Each has a mark of its content and round: what a crash left half written, and what is of an earlier round, has not. */
function encode(record: unknown, round: number): Buffer {
  const text = Buffer.from(JSON.stringify(record))
  const length = Buffer.alloc(LENGTH)
  length.writeUInt32BE(text.length)
  return Buffer.concat([length, markOf(text, round), text])
}

const markOf = (text: Buffer, round: number) =>
  createHash('sha256').update(`${round}\n`).update(text).digest().subarray(0, MARK)

function recordsIn(bytes: Buffer, round: number): { records: unknown[]; end: number } {
  const records: unknown[] = []
  let end = HEADER
  while (end + LENGTH + MARK <= bytes.length) {
    const from = end + LENGTH + MARK
    const text = bytes.subarray(from, from + bytes.readUInt32BE(end))
    if (text.length === 0 || !markOf(text, round).equals(bytes.subarray(end + LENGTH, from))) break
    records.push(JSON.parse(text.toString()))
    end = from + text.length
  }
  return { records, end }
}
