import path from 'node:path'
import { numberLanguages } from '../actions/site/languages.ts'
import type { ListedLanguage } from '../actions/site/system.ts'
import type { Settings } from '../actions/settings.ts'
import type { Announcer } from '../calls/voice/announcer.ts'
import { type FoundLanguages, readLanguages } from '../calls/voice/languages.ts'
import { OF_THE_PRODUCT, refusedBookWords } from '../hotel/site/languages.ts'
import { wakeupWords } from '../hotel/wakeups/announcement.ts'
import { messageOf } from '../kernel/failure.ts'
import type { Log } from '../kernel/log.ts'
import type { HotelDatabase, Stores } from '../store/stores/stores.ts'

/** The hotel's own, in the data folder. */
const OWN = 'languages'

/** What is spoken here, under which numbers, and which books could not be used. */
export interface HouseLanguages extends FoundLanguages {
  readonly tags: readonly string[]
  readonly listed: readonly ListedLanguage[]
}

/** Where they lie: those that come with the product, and the folder of all that is the hotel's. */
export interface LanguagePlaces {
  readonly ours: string
  readonly dataFolder: string
}

export const languagesAt = ({ ours, dataFolder }: LanguagePlaces): Promise<FoundLanguages> =>
  readLanguages(ours, path.join(dataFolder, OWN))

export async function openLanguages(
  places: LanguagePlaces,
  database: HotelDatabase,
  log: Pick<Log, 'error'>,
): Promise<HouseLanguages> {
  const { languages, refused, lacking } = await languagesAt(places)
  for (const book of refused) log.error({ event: 'voice.no-book', ...book }, refusedBookWords(book))
  const tags = [...languages.keys()]
  const numbers = await numbersOf(tags, database, log)
  const listed = tags.flatMap((tag) => {
    const id = numbers.get(tag)
    return id === undefined ? [] : [{ id, tag, name: languages.get(tag)?.book.name ?? tag }]
  })
  return { languages, refused, lacking, tags, listed: listed.toSorted((a, b) => a.id - b.id) }
}

/** Where nothing can be written down the house still starts, and a new language is spoken without a number. */
async function numbersOf(tags: readonly string[], database: HotelDatabase, log: Pick<Log, 'error'>) {
  const own = await numberLanguages(database, tags).catch((error: unknown) => {
    log.error(
      { event: 'voice.no-number', error: messageOf(error) },
      'A new language could not be given its number',
    )
    return database.read.languages.list().catch(() => [])
  })
  return new Map([...OF_THE_PRODUCT, ...own].map(({ tag, number }) => [tag, number]))
}

/** Nobody hears it: a morning call as every guest's, in the languages of the site and of its rooms. */
export async function rehearse(
  announcer: Pick<Announcer, 'prepare'>,
  settings: Settings,
  { languages }: Pick<Stores, 'languages'>,
): Promise<void> {
  const rooms = (await languages.uses().catch(() => [])).filter(({ by }) => by === 'rooms')
  const tags = new Set([settings.current().site.language, ...rooms.map(({ tag }) => tag)])
  for (const tag of tags) await announcer.prepare(wakeupWords(MORNING), tag)
}

const MORNING = {
  hour: 7,
  minute: 0,
  snooze: { key: '1', minutes: 5 },
  confirm: true,
  final: false,
} as const
