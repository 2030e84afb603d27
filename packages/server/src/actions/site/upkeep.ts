import type { Readable } from 'node:stream'
import { backupName } from '../../hotel/site/backup-times.ts'
import type { Zone } from '../../hotel/time/local-time.ts'
import { type Clock, type Instant, minutes } from '../../kernel/clock.ts'
import { Failure, messageOf } from '../../kernel/failure.ts'
import type { Log } from '../../kernel/log.ts'
import { type KeptBackup, keptBackups } from '../../store/files/kept-backups.ts'
import { Lately } from '../../kernel/lately.ts'
import { type Actor, unknown } from '../actor.ts'
import { mustSeeAll } from './tenants.ts'

/** What `doctor` finds on one topic. */
export interface UpkeepFinding {
  readonly topic: string
  readonly level: 'ok' | 'warning' | 'fault'
  readonly text: string
}

/** Long work, done by a process of its own: nobody's call waits for it. */
export interface Maintenance {
  backup(file: string): Promise<void>
  /** The same for one that nobody looks at: it is restored for a trial too. Left out, none are made by themselves. */
  triedBackup?(file: string): Promise<void>
  examine(): Promise<readonly UpkeepFinding[]>
}

interface Parts {
  readonly clock: Clock
  readonly log: Log
  readonly dataFolder: string
  readonly maintenance: Maintenance | undefined
  zone(): Zone
  /** Why the backup of the night is missing, in words; empty where it is not. */
  nightFailed(): string
  /** How this node is called in words; empty where there is no other. */
  readonly place: string
  /** What is told here is told by every node. */
  everywhere<T>(tell: () => Promise<T>): () => Promise<T[]>
}

/** The backups that lie on the disk of one node. */
interface Shelf {
  readonly place: string
  readonly backups: readonly KeptBackup[]
  readonly running: Instant | null
  readonly failed: string
}

/** What a page says when it breaks. */
interface BrokenPage {
  readonly build: string
  readonly page: string
  readonly message: string
  readonly stack: string
}

const REPORTS_A_MINUTE = 10

export type UpkeepActions = ReturnType<typeof upkeepActions>

/** Backups, the doctor, and what screens tell of themselves. */
export function upkeepActions(parts: Parts) {
  const { clock, log, dataFolder, maintenance, zone, place, everywhere } = parts
  const shelf = keptBackups(dataFolder)
  const reports = new Lately(clock, REPORTS_A_MINUTE, minutes(1))
  let running: Instant | null = null
  let failed = ''
  let examining: Promise<readonly UpkeepFinding[]> | null = null

  const shelves = everywhere(async (): Promise<Shelf> => {
    // Before the list is read: one that is ready meanwhile would be neither on its way nor in it, and nobody asks again.
    const now = { place, running, failed: failed === '' ? parts.nightFailed() : failed }
    return { ...now, backups: await shelf.list() }
  })

  const work = (actor: Actor): Maintenance => {
    mustSeeAll(actor)
    if (!maintenance)
      throw new Failure('state.conflict', 'This is done by the command line of this installation only')
    return maintenance
  }

  const make = async (backup: Maintenance['backup'], name: string) => {
    try {
      await backup(await shelf.place(name))
    } catch (error) {
      failed = messageOf(error)
    } finally {
      running = null
    }
  }

  return {
    async backups(actor: Actor) {
      mustSeeAll(actor)
      const all = await shelves()
      return {
        backups: all.flatMap(({ backups }) => backups).toSorted((a, b) => (a.name < b.name ? 1 : -1)),
        running: all.find((one) => one.running !== null)?.running ?? null,
        failed: all.find((one) => one.failed !== '')?.failed ?? '',
      }
    },

    /** The name that it will have; it is being made when this answers. */
    backup(actor: Actor): string {
      const { backup } = work(actor)
      if (running !== null) throw new Failure('backup.running', 'A backup is being made already')
      const name = backupName(clock.now(), zone())
      running = clock.now()
      failed = ''
      void make(backup, name)
      return name
    },

    async file(actor: Actor, name: string): Promise<Readable> {
      mustSeeAll(actor)
      if (liesOn(await shelf.list(), name)) return shelf.read(name)
      const other = (await shelves()).find(({ backups }) => liesOn(backups, name))
      if (other) throw new Failure('backup.elsewhere', `This backup lies at ${other.place}: fetch it there`)
      throw unknown('Backup', name)
    },

    /** However many ask, one looks at a time. */
    async examine(actor: Actor): Promise<readonly UpkeepFinding[]> {
      const { examine } = work(actor)
      examining ??= examine().finally(() => (examining = null))
      return examining
    },

    report(screen: string, { build, page, message, stack }: BrokenPage): void {
      const waitMs = reports.waitMs(screen)
      if (waitMs > 0)
        throw new Failure('requests.too-many', 'Ten reports a minute are enough', {
          retrySeconds: Math.ceil(waitMs / 1_000),
        })
      reports.count(screen)
      log.warn({ event: 'console.broke', build, page, error: message, stack }, 'A page of the console broke')
    },
  }
}

const liesOn = (backups: readonly KeptBackup[], name: string) => backups.some((one) => one.name === name)
