import fs from 'node:fs'
import path from 'node:path'
import { Failure } from '../kernel/failure.ts'
import { arriveQuietly } from '../store/files/quiet-arrival.ts'
import { restore, type Restoring } from '../store/files/restore.ts'
import { doctor } from './doctor.ts'

interface Trial extends Pick<Restoring, 'clock' | 'log' | 'accept'> {
  /** The key that secrets are read with; where there is none, they are left alone. */
  readonly keyFile: string
  readonly released: string
}

/** What a backup holds. Machine, certificates and lines are of whoever looks. */
const TOPICS = ['database', 'log', 'records', 'secrets', 'rooms', 'items', 'house', 'calls', 'zone']

/** Restores a backup into a folder beside it, looks at it as `doctor` does, and removes the folder; says how many rows. */
export async function tryRestore(file: string, { keyFile, released, ...around }: Trial): Promise<number> {
  const data = fs.mkdtempSync(path.join(path.dirname(path.resolve(file)), '.reveille-trial-'))
  try {
    const { rows } = await restore(file, { folder: data }, { ...around, arrive: arriveQuietly(around.clock) })
    const topics = fs.existsSync(keyFile) ? TOPICS : TOPICS.filter((topic) => topic !== 'secrets')
    const findings = await doctor({ data, database: null, keyFile, released, clock: around.clock })
    const faults = findings.filter(({ topic, level }) => level === 'fault' && topics.includes(topic))
    if (faults.length === 0) return rows
    const words = faults.map(({ topic, text }) => `${topic}: ${text}`).join('; ')
    throw new Failure(
      'store.corrupt',
      `${file} was restored for a trial, and something is wrong with it: ${words}`,
    )
  } finally {
    fs.rmSync(data, { recursive: true, force: true })
  }
}
