import { howMany } from '../../kernel/how-many.ts'
import { NO_TENANT } from '../../hotel/accounts/tenancy.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import type { HotelDatabase } from '../../store/stores/stores.ts'
import { record } from '../../logbook/record.ts'
import { SYSTEM } from '../actor.ts'

interface Parts {
  readonly database: HotelDatabase
  readonly clock: Clock
  readonly log: Log
}

/** At every start: encrypts plain secrets, and reports those that this installation's key cannot open. */
export async function encryptSecrets({ database, clock, log }: Parts): Promise<readonly string[]> {
  const { plain, unreadable } = await database.read.secrets.survey()
  const now = clock.now()
  if (plain.length > 0)
    await database.transaction(async (stores) => {
      await stores.secrets.sealPlain()
      await record(stores, SYSTEM, now, {
        kind: 'secrets.encrypted',
        tenant: NO_TENANT,
        text: `${howMany(plain.length, 'secret that lay open was', 'secrets that lay open were')} encrypted`,
        detail: { of: plain },
      })
    })
  if (unreadable.length > 0)
    log.error(
      { event: 'secrets.unreadable', of: unreadable },
      'The key of this installation does not open these secrets: give them again',
    )
  return unreadable
}
