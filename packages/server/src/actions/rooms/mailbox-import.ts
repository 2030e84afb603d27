import type { Mailbox } from '../../hotel/rooms/room.ts'
import { transact, type Actor, tenantFor } from '../actor.ts'
import { changedFields, type ResourceParts } from '../resource.ts'
import type { MailboxActions } from './mailboxes.ts'

type Fields = Partial<Omit<Mailbox, 'number' | 'tenant'>>

/** A row of a table: a room with what the table says of it, or why it cannot be taken. */
export type ImportRow = { readonly line: number; readonly number: string } & (
  | { readonly fields: Fields; readonly whole: Omit<Mailbox, 'tenant'> }
  | Refusal
)

/** Why a row cannot be taken: in words, and as what another language can say it by. */
interface Refusal {
  readonly code: string
  readonly field?: string
  readonly limit?: number
  readonly shape?: string
  readonly reason: string
}

export interface ImportedRow extends Refusal {
  readonly line: number
  readonly number: string
  readonly state: 'new' | 'changed' | 'same' | 'wrong'
  readonly fields: readonly string[]
}

export interface Imported {
  readonly written: boolean
  readonly rows: readonly ImportedRow[]
}

/** So many rows in one transaction: nobody else waits for a whole hotel. */
const AT_ONCE = 500

export type MailboxImport = ReturnType<typeof mailboxImport>

export function mailboxImport({ database, clock }: ResourceParts, mailboxes: MailboxActions) {
  const write = async (actor: Actor, rows: readonly ImportRow[]) => {
    const tenant = tenantFor(actor, undefined)
    await transact(database, actor, clock.now(), async (stores) => {
      const now = clock.now()
      for (const row of rows) {
        if (!('fields' in row)) continue
        const before = (await stores.mailboxes.find(row.number, tenant)).find((one) => one.tenant === tenant)
        const edit = (room: Mailbox) => ({ ...room, ...row.fields })
        if (before === undefined) await mailboxes.addOne(stores, actor, now, { ...row.whole, tenant })
        else if (isOther(before, row.fields)) await mailboxes.changeOne(stores, actor, now, { before, edit })
      }
    })
  }

  return async (actor: Actor, given: readonly ImportRow[], isDry: boolean): Promise<Imported> => {
    const tenant = tenantFor(actor, undefined)
    const there = (await database.read.mailboxes.list(tenant)).filter((one) => one.tenant === tenant)
    const rows = planned(given, new Map(there.map((room) => [room.number, room])))
    const written = !isDry && rows.every(({ state }) => state !== 'wrong')
    const plain = { ...actor, receipt: undefined }
    if (written) {
      for (let at = 0; at < given.length; at += AT_ONCE) await write(plain, given.slice(at, at + AT_ONCE))
      await mailboxes.changed('')
    }
    return transact(database, actor, clock.now(), () => Promise.resolve({ written, rows }))
  }
}

const isOther = (room: Mailbox, fields: Fields) => changedFields(room, { ...room, ...fields }).length > 0

function planned(given: readonly ImportRow[], there: ReadonlyMap<string, Mailbox>): ImportedRow[] {
  const seen = new Map<string, number>()
  return given.map((row) => {
    const { line, number } = row
    const plain = { line, number, fields: [], code: '', reason: '' }
    const twice = seen.get(number)
    if (!('fields' in row)) return { ...plain, state: 'wrong', ...row }
    if (twice !== undefined)
      return {
        ...plain,
        state: 'wrong',
        code: 'row.twice',
        reason: `Line ${twice} has room ${number} already`,
      }
    seen.set(number, line)
    const before = there.get(number)
    if (before === undefined) return { ...plain, state: 'new' }
    const fields = changedFields(before, { ...before, ...row.fields })
    return { ...plain, state: fields.length > 0 ? 'changed' : 'same', fields }
  })
}
