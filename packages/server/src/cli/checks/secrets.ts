import fs from 'node:fs'
import path from 'node:path'
import { KEY_FILE, lookIntoSafe } from '../../store/files/key-file.ts'
import { secretStore } from '../../store/stores/secret-store.ts'
import { type DatabaseCheck, lookInside } from './inside.ts'
import { fault, ok, type CheckVerdict, warning } from './verdict.ts'

export interface SecretCheck extends DatabaseCheck {
  /** Where the key lies, if not in the data folder. */
  readonly keyFile?: string | null
}

/** Whether the secrets of lines, connectors and servers lie encrypted, and whether the key opens them. */
export async function secretsVerdict(check: SecretCheck): Promise<CheckVerdict> {
  const file = check.keyFile ?? path.join(check.data, KEY_FILE)
  const safe = lookIntoSafe(file)
  const { encrypted, plain, unreadable } = await lookInside(check, ({ handle }) =>
    secretStore(handle, safe).survey(),
  )
  if (unreadable.length > 0)
    return fault(
      `${safe ? `${file} does not open` : `There is no ${file}, which opens`} ${unreadable.join(', ')}: put back the key file that belongs to this database, or give them again`,
    )
  if (plain.length > 0)
    return warning(
      `${plain.length} of ${plain.length + encrypted} lie open: they are encrypted at the next start`,
    )
  if (!safe) return ok('none, and no key yet: it is made when the server first starts')
  if (isOpenToOthers(file)) return warning(`other users may read ${file}`)
  return ok(`${encrypted} encrypted, all opened by ${file}; keep a copy of it apart from the backups`)
}

// Windows has no such modes.
const isOpenToOthers = (file: string) =>
  process.getuid !== undefined && (fs.statSync(file).mode & 0o077) !== 0
