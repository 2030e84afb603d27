import type { Kysely } from 'kysely'
import { isEncrypted, type Safe } from '../../kernel/safe.ts'
import type { Schema } from '../engine/schema.ts'
import {
  configColumn,
  ownerOfDestination,
  ownerOfLine,
  ownerOfSection,
  ownerOfTenant,
  secretsIn,
} from './encrypted-config.ts'

/** How the secrets of lines, connectors, servers and settings lie in the database. */
export interface SecretSurvey {
  readonly encrypted: number
  /** Not encrypted: from before there was a key, or written by hand. */
  readonly plain: readonly string[]
  /** Encrypted with another key. */
  readonly unreadable: readonly string[]
}

export function secretStore(db: Kysely<Schema>, safe?: Safe) {
  return {
    async survey(): Promise<SecretSurvey> {
      const secrets = (await rowsOf(db)).flatMap(({ owner, config }) => secretsIn(owner, config))
      const plain = secrets.filter(({ text }) => !isEncrypted(text))
      const encrypted = secrets.filter(({ text }) => isEncrypted(text))
      const unreadable = encrypted.filter(({ place, text }) => (safe?.decrypt(place, text) ?? null) === null)
      const places = (some: typeof secrets) => some.map(({ place }) => place)
      return { encrypted: encrypted.length, plain: places(plain), unreadable: places(unreadable) }
    },

    /** Encrypts the secrets that are not encrypted yet. */
    async sealPlain() {
      const column = configColumn(safe)
      for (const { owner, config, save } of await rowsOf(db)) {
        const isPlain = secretsIn(owner, config).some(({ text }) => !isEncrypted(text))
        if (isPlain) await save(column.write(owner, column.read(owner, config)))
      }
    },
  }
}

interface Row {
  readonly owner: string
  readonly config: string
  save(config: string): Promise<unknown>
}

async function rowsOf(db: Kysely<Schema>): Promise<Row[]> {
  const lines = db.selectFrom('line').select(['tenant', 'name', 'config'])
  const destinations = db.selectFrom('destination').select(['tenant', 'purpose', 'name', 'config'])
  const ofLines = await lines.orderBy('name').orderBy('tenant').execute()
  const ofDestinations = await destinations.orderBy('purpose').orderBy('name').orderBy('tenant').execute()
  const ofSections = await db.selectFrom('setting').selectAll().orderBy('name').execute()
  const ofTenants = await db.selectFrom('tenant').select(['id', 'wakeup']).orderBy('id').execute()
  return [
    ...ofSections.map(({ name, value }) => ({
      owner: ownerOfSection(name),
      config: value,
      save: (config: string) =>
        db.updateTable('setting').set({ value: config }).where('name', '=', name).execute(),
    })),
    ...ofTenants.flatMap(({ id, wakeup }) =>
      wakeup === null
        ? []
        : [
            {
              owner: ownerOfTenant(id),
              config: wakeup,
              save: (config: string) =>
                db.updateTable('tenant').set({ wakeup: config }).where('id', '=', id).execute(),
            },
          ],
    ),
    ...ofLines.map((line) => ({
      owner: ownerOfLine(line),
      config: line.config,
      save: (config: string) =>
        db
          .updateTable('line')
          .set({ config })
          .where('tenant', '=', line.tenant)
          .where('name', '=', line.name)
          .execute(),
    })),
    ...ofDestinations.map((one) => ({
      owner: ownerOfDestination(one),
      config: one.config,
      save: (config: string) =>
        db
          .updateTable('destination')
          .set({ config })
          .where('tenant', '=', one.tenant)
          .where('purpose', '=', one.purpose)
          .where('name', '=', one.name)
          .execute(),
    })),
  ]
}
