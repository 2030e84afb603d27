import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { SQLITE_FILE } from '../../store/engine/sqlite.ts'
import { fault, ok, type CheckVerdict, warning } from './verdict.ts'

export function folderVerdict(data: string, { needed }: { needed: boolean }): CheckVerdict {
  const folder = fs.statSync(data, { throwIfNoEntry: false })
  if (!folder) return (needed ? fault : warning)(`There is no folder ${path.resolve(data)}`)
  if (!folder.isDirectory()) return fault(`${data} is not a folder`)
  if (!isWritable(data)) return fault(`${data} cannot be written to by this account (user ${ownUser()})`)
  const problems = [...openToOthers(data, folder), ...strangers(data, folder)]
  if (problems.length > 0) return warning(problems.join('; '))
  return ok(`${path.resolve(data)}, writable, belongs to user ${folder.uid} alone`)
}

const ownUser = () => process.getuid?.() ?? os.userInfo().username

function isWritable(folder: string) {
  try {
    fs.accessSync(folder, fs.constants.W_OK | fs.constants.X_OK)
    return true
  } catch {
    return false
  }
}

const MAY_WRITE = 0o022
const MAY_OPEN = 0o077

function openToOthers(data: string, folder: fs.Stats): string[] {
  // Windows has no such modes; and a closed folder protects all files in it.
  if (process.getuid === undefined || (folder.mode & MAY_OPEN) === 0) return []
  const files = ourFiles(data).filter(({ name, mode }) => name.startsWith(SQLITE_FILE) && mode & MAY_OPEN)
  const read = files.map(({ name }) => `other users may open ${path.join(data, name)}`)
  return folder.mode & MAY_WRITE ? [`other users may write to ${data}`, ...read] : read
}

/** Files that root left behind are the usual reason why a server cannot start. */
function strangers(data: string, folder: fs.Stats): string[] {
  const files = ourFiles(data).filter(({ uid }) => uid !== folder.uid)
  return files.map(({ name, uid }) => `${name} belongs to user ${uid} and the folder to user ${folder.uid}`)
}

const ourFiles = (data: string) =>
  fs
    .readdirSync(data)
    .filter((name) => name.startsWith('reveille.'))
    .map((name) => {
      const { mode, uid } = fs.statSync(path.join(data, name))
      return { name, mode, uid }
    })
