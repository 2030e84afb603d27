import type { Kysely } from 'kysely'
import type { LanguageNumber, LanguageUse } from '../../hotel/site/languages.ts'
import type { Schema } from '../engine/schema.ts'

/** Where languages are named, and what it is called in words. */
const NAMED_IN = {
  mailbox: 'rooms',
  guest: 'guests',
  prompt: 'prompts',
  prompt_audio: 'recordings',
  phrase_audio: 'recorded phrases',
} as const
const TABLES = ['mailbox', 'guest', 'prompt', 'prompt_audio', 'phrase_audio'] as const

/** The numbers of languages, and who uses which. */
export function languageStore(db: Kysely<Schema>) {
  return {
    async list(): Promise<LanguageNumber[]> {
      return db.selectFrom('language').selectAll().orderBy('number').execute()
    },

    async insert(language: LanguageNumber) {
      await db.insertInto('language').values(language).execute()
    },

    /** Each language that something is in, and how many. */
    async uses(): Promise<LanguageUse[]> {
      const found: LanguageUse[] = []
      for (const table of TABLES) {
        const rows = await db
          .selectFrom(table)
          .select((row) => ['language', row.fn.countAll<number>().as('count')])
          .where('language', 'is not', null)
          .groupBy('language')
          .orderBy('language')
          .execute()
        for (const { language, count } of rows)
          if (language !== null) found.push({ tag: language, by: NAMED_IN[table], count })
      }
      return found
    },
  }
}
