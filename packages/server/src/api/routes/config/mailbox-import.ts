import {
  INTERFACE,
  Mailbox as MailboxForm,
  MOST_IMPORTED,
  type ProblemPart,
  type RoomImportReply,
} from '@reveille/contract'
import type { Imported, ImportRow, MailboxImport } from '../../../actions/rooms/mailbox-import.ts'
import { type CsvLine, readCsv } from '../../../kernel/csv-read.ts'
import { Failure, isFailure } from '../../../kernel/failure.ts'
import { mustBeSpoken } from '../../../hotel/site/languages.ts'
import { json } from '../../answers/answer.ts'
import { checked } from '../../requests/validation.ts'
import type { Routes } from '../../route.ts'
import { newMailbox } from './mailbox.ts'

const COLUMNS = ['number', 'extension', 'name', 'language', 'vip', 'floor', 'section']

export const mailboxImportRoutes = (
  { post }: Routes,
  importRooms: MailboxImport,
  spoken: () => readonly string[],
) =>
  post(INTERFACE.mailbox.import, {
    act: ({ actor, body }) => importRooms(actor, rowsOf(body.csv, spoken()), body.dry ?? false),
    show: (imported) => json(replyTo(imported)),
  })

function rowsOf(csv: string, spoken: readonly string[]): ImportRow[] {
  const { columns, lines } = readCsv(csv)
  const unknown = columns.filter((name) => !COLUMNS.includes(name))
  if (!columns.includes('number'))
    throw wrongTable('csv.no-number', 'The first line must name the columns, number among them')
  if (unknown.length > 0)
    throw wrongTable(
      'csv.unknown-column',
      `There is no column ${JSON.stringify(unknown[0])}; known are ${COLUMNS.join(', ')}`,
    )
  if (lines.length > MOST_IMPORTED)
    throw wrongTable('csv.too-long', `A table may have ${MOST_IMPORTED} rooms; send it in parts`)
  return lines.map((line) => rowOf(line, spoken))
}

const wrongTable = (code: string, description: string) =>
  new Failure('parameter.invalid', description, {
    field: 'csv',
    problems: [{ code, field: 'csv', description }],
  })

/** As people write it in a table, in English and German. */
const YES = ['true', 'yes', 'y', 'ja', 'j', 'wahr', 'x', 'vip']
const NO = ['false', 'no', 'n', 'nein', 'falsch', '-']

function asMeant([name, cell]: readonly [string, string]): readonly [string, string] {
  const word = cell.trim().toLowerCase()
  if (name !== 'vip') return [name, cell]
  return [name, YES.includes(word) ? 'true' : NO.includes(word) ? 'false' : cell]
}

function rowOf({ line, cells }: CsvLine, spoken: readonly string[]): ImportRow {
  const number = cells.get('number') ?? ''
  try {
    const filled = [...cells].filter(([, cell]) => cell !== '').map(asMeant)
    const form = checked(MailboxForm, Object.fromEntries([...filled, ['number', number]]))
    mustBeSpoken(form.language, spoken)
    const { tenant: _, ...whole } = newMailbox(form)
    const said = Object.entries(whole).filter(([name]) => cells.has(name) && name !== 'number')
    return { line, number, whole, fields: Object.fromEntries(said) }
  } catch (error) {
    if (isFailure(error)) return { line, number, ...reasonOf(error) }
    throw error
  }
}

function reasonOf({ message, code, detail }: Failure) {
  const [first = {}]: Partial<ProblemPart>[] = Array.isArray(detail.problems) ? detail.problems : []
  const { description: reason = message, ...told } = first
  return { code, ...told, reason }
}

function replyTo({ written, rows }: Imported): RoomImportReply {
  const count = (wanted: string) => rows.filter(({ state }) => state === wanted).length
  return {
    error: 0,
    description: 'OK',
    written,
    new: count('new'),
    changed: count('changed'),
    same: count('same'),
    wrong: count('wrong'),
    rows: rows.map((row) => ({ ...row, fields: [...row.fields] })),
  }
}
