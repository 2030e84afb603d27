import { hash } from 'node:crypto'
import type { Account } from '../../hotel/accounts/account.ts'
import type { HotelDatabase } from '../../store/stores/stores.ts'

/** Which accounts have changed since they were last looked at: at another node, which may not have said so. */
export async function accountsSeen(database: Pick<HotelDatabase, 'read'>) {
  const look = async () =>
    new Map((await database.read.accounts.list(null)).map((one) => [one.username, printOf(one)]))
  let seen = await look()
  return {
    async changed(): Promise<string[]> {
      const [before, now] = [seen, await look()]
      seen = now
      return [...new Set([...before.keys(), ...now.keys()])].filter(
        (name) => before.get(name) !== now.get(name),
      )
    },
  }
}

const printOf = (account: Account) => hash('sha256', JSON.stringify(account), 'base64url')
