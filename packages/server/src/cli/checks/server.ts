import fs from 'node:fs'
import path from 'node:path'
import { isFailure } from '../../kernel/failure.ts'
import { SqliteConnection } from '../../store/engine/sqlite-driver.ts'
import { ok, type CheckVerdict } from './verdict.ts'

export function serverVerdict(data: string): CheckVerdict {
  if (!isInUse(data)) return ok('not running')
  const owner = path.join(data, 'reveille.pid')
  return ok(fs.existsSync(owner) ? `running as process ${fs.readFileSync(owner, 'utf8').trim()}` : 'running')
}

const BUSY = 5

/** A running server locks out even readers; this read does not disturb its lock. */
export function isInUse(data: string): boolean {
  const file = path.join(data, 'reveille.lock')
  if (!fs.existsSync(file)) return false
  const connection = new SqliteConnection(file, { readOnly: true })
  try {
    connection.run('pragma busy_timeout = 0')
    connection.run('select 1 from sqlite_master')
    return false
  } catch (error) {
    if (isFailure(error) && error.detail['code'] === BUSY) return true
    throw error
  } finally {
    connection.close()
  }
}
