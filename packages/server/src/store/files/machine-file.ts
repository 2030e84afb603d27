import fs from 'node:fs'
import path from 'node:path'
import { syncFolder } from './backup-file.ts'

const MACHINE_FILE = 'reveille.machine'

/**
 * The name that a data folder gets once, for good. Whoever holds the lock of that folder knows that the process is gone
 * that ran from it before; of a node in another folder nobody knows that, whatever it is called.
 */
export function machineIn(folder: string, newId: () => string): string {
  const file = path.join(folder, MACHINE_FILE)
  const known = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : ''
  if (known !== '') return known
  const id = newId()
  const unfinished = `${file}.new`
  fs.writeFileSync(unfinished, `${id}\n`, { mode: 0o600, flush: true })
  fs.renameSync(unfinished, file)
  syncFolder(folder)
  return id
}
