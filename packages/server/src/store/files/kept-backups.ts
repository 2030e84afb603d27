import { createReadStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import type { Instant } from '../../kernel/clock.ts'

export interface KeptBackup {
  readonly name: string
  readonly bytes: number
  readonly made: Instant
}

const NAME = /^reveille-\d{8}-\d{6}(-night)?\.backup$/

/** Of those that the server makes by itself: no others are ever removed by it. */
export const OF_NIGHT = '-night.backup'

/** The backups that were made by a server in its own data folder, for somebody to take away. */
export function keptBackups(dataFolder: string) {
  const folder = path.join(dataFolder, 'backups')
  return {
    /** The newest first. */
    async list(): Promise<KeptBackup[]> {
      const names = (await readdir(folder).catch(() => [])).filter((name) => NAME.test(name))
      const all = names.map(async (name) => {
        const { size, mtimeMs } = await stat(path.join(folder, name))
        return { name, bytes: size, made: Math.round(mtimeMs) }
      })
      return (await Promise.all(all)).toSorted((a, b) => (a.name < b.name ? 1 : -1))
    },

    /** Where a new one is to be written; the folder is there, and nobody else's. */
    async place(name: string): Promise<string> {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      return path.join(folder, name)
    },

    remove: (name: string) => rm(path.join(folder, name), { force: true }),

    /** What could not be restored is nobody's backup; the last of such is kept for whoever looks into it. */
    reject: (name: string) =>
      rename(path.join(folder, name), path.join(folder, 'not-restored')).catch(() => {}),

    read: (name: string): Readable => createReadStream(path.join(folder, name)),
  }
}
