import fs from 'node:fs'
import { messageOf } from '../../kernel/failure.ts'
import { lookAtJournal, tryJournal } from '../../store/files/journal.ts'
import { formatBytes } from './bytes.ts'
import { isInUse } from './server.ts'
import { type CheckVerdict, fault, ok, warning } from './verdict.ts'

/** The type of the file system that a folder lies on, as `statfs` tells it. */
export type AskFileSystem = (folder: string) => number

/** Linux, linux/magic.h and OpenZFS: these write a changed block somewhere else, so that room taken ahead does not help. */
const COPY_ON_WRITE: Readonly<Record<number, string>> = {
  0x9123_683e: 'btrfs',
  0x2fc1_2fc1: 'ZFS',
  0xca45_1a4e: 'bcachefs',
}

const askFileSystem: AskFileSystem = (folder) => fs.statfsSync(folder).type

/** What is kept while the database takes nothing: whether that would work. */
export function journalVerdict(data: string, fileSystem: AskFileSystem = askFileSystem): CheckVerdict {
  const journal = lookAtJournal(data)
  if (journal === null) return warning('There is none yet: it is made when the server first starts')
  if (journal === 'damaged')
    return fault('it cannot be read: what it held is lost, and the next start makes a new one')
  if (!isInUse(data)) {
    const refused = refusedWhy(data)
    if (refused !== null) return fault(`it cannot be written: ${refused}`)
  }
  const { records, used, size, isWhole } = journal
  const room = `${formatBytes(size - used)} of ${formatBytes(size)} free`
  const waiting = records === 0 ? 'empty' : `${records} records wait to be written into the database`
  const name = COPY_ON_WRITE[fileSystem(data)]
  if (name !== undefined) return warning(`${waiting}, ${room}; ${onCopyOnWrite(name)}`)
  if (!isWhole)
    return warning(`${waiting}, ${room}, but its room on the disk is not taken: a full disk stops it`)
  return records === 0
    ? ok(`${waiting}, ${room}, its place on the disk is taken`)
    : warning(`${waiting}, ${room}`)
}

const onCopyOnWrite = (name: string) =>
  `the folder lies on ${name}, where room cannot be taken ahead: a full disk stops the journal as well. Put the data folder on another file system, or set a quota that keeps room for it`

function refusedWhy(data: string): string | null {
  try {
    tryJournal(data)
    return null
  } catch (error) {
    return messageOf(error)
  }
}
