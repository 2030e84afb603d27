import type { Settings } from '../actions/settings.ts'
import { memoOf } from '../connectors/fias/fias-posting.ts'
import { copyIn, RESTORED } from '../hotel/site/restored-copy.ts'
import { QuietHouse } from '../runners/watch/quiet-house.ts'
import { restoredBook } from '../runners/watch/restored-book.ts'
import type { WakeupBook } from '../runners/wakeups/wakeup-book.ts'
import { answerRequest, isAskedToGoLive } from '../store/files/live-request.ts'
import type { HotelDatabase } from '../store/stores/stores.ts'
import type { AppConfig, Outside } from './config.ts'

interface Ground {
  readonly database: HotelDatabase
  readonly settings: Settings
  readonly book: Pick<WakeupBook, 'passOver'>
}

/** Whether the house is live, and who makes it so. */
export const assembleQuiet = (
  { dataFolder }: AppConfig,
  { clock, ids, log }: Outside,
  { database, settings, book }: Ground,
) =>
  new QuietHouse({
    book: restoredBook({
      database,
      ids,
      zoneOf: (tenant) => settings.zoneOf(tenant),
      memoFor: ({ settings: { type } }, delivery) => (type === 'fias' ? { ...memoOf(delivery) } : null),
      passOver: book.passOver,
    }),
    copy: copyIn(settings.current().remembered[RESTORED]),
    clock,
    log,
    zone: () => settings.current().site.timezone,
    request: {
      isThere: () => isAskedToGoLive(dataFolder),
      answer: (words) => answerRequest(dataFolder, words),
    },
  })
