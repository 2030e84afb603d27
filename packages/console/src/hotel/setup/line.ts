import type { Line, LineRecord } from '@reveille/contract'

/** A line as somebody writes it who sets up the house. */
export interface LineFields {
  /** The exchange, with its port where that is not the usual one. */
  readonly server: string
  readonly extension: string
  /** Empty: the extension. */
  readonly authName: string
  /** Empty: as it is stored. */
  readonly secret: string
  readonly calls: string
  /** False for an exchange that knows us by our address, and for a telephone. */
  readonly registers: boolean
}

export const NO_LINE: LineFields = {
  server: '',
  extension: '',
  authName: '',
  secret: '',
  calls: '2',
  registers: true,
}

/** What is saved, to be corrected. */
export function fieldsOf({ uri, registrar, username, calls, register }: LineRecord): LineFields {
  const [, user = '', host = ''] = /^sips?:([^@]*)@([^;?]*)/i.exec(uri) ?? []
  return {
    server: registrar ?? host,
    extension: user,
    authName: username ?? '',
    secret: '',
    calls: String(calls ?? 1),
    registers: register ?? true,
  }
}

export const isOther = (one: LineFields, other: LineFields): boolean =>
  JSON.stringify(one) !== JSON.stringify(other)

const addressOf = ({ server, extension }: LineFields) => ({
  uri: `sip:${extension.trim()}@${server.trim().replace(/:\d+$/, '')}`,
  registrar: server.trim(),
})

/** A line that is not there yet. */
export const lineOf = (fields: LineFields): Line => ({
  name: fields.extension.trim(),
  ...addressOf(fields),
  ...(fields.authName.trim() === '' ? {} : { username: fields.authName.trim() }),
  ...(fields.secret === '' ? {} : { password: fields.secret }),
  calls: callsIn(fields),
  register: fields.registers,
})

const callsIn = ({ calls }: LineFields) => Math.max(1, Number(calls) || 1)

type LineChange = Partial<Pick<Line, 'uri' | 'registrar' | 'password' | 'calls' | 'register'>> & {
  /** Null: the extension. */
  readonly username?: string | null
}

/** What somebody has changed of it, and nothing else: the settings know more of a line than the setup asks for. */
function changeOf(saved: LineRecord, fields: LineFields): LineChange {
  const before = fieldsOf(saved)
  const [was, is] = [addressOf(before), addressOf(fields)]
  const isElsewhere = was.uri !== is.uri || was.registrar !== is.registrar
  const authName = fields.authName.trim()
  return {
    ...(isElsewhere ? is : {}),
    ...(authName === before.authName ? {} : { username: authName === '' ? null : authName }),
    ...(fields.secret === '' ? {} : { password: fields.secret }),
    ...(fields.calls === before.calls ? {} : { calls: callsIn(fields) }),
    ...(fields.registers === before.registers ? {} : { register: fields.registers }),
  }
}

/** The whole line as it would stand, with what only the settings know of it: so it is tried. */
export function lineAs(saved: LineRecord | null, fields: LineFields): Line {
  if (saved === null) return lineOf(fields)
  const { passwordSet: _, username: before, tenant, ...others } = saved
  const { username = before, ...change } = changeOf(saved, fields)
  const login = username === null || username === undefined ? {} : { username }
  const owner = tenant === '' ? {} : { tenant }
  return { ...others, ...owner, ...login, ...change, name: nameOf(saved, fields) }
}

/** A line that goes by its extension goes by the new one; one that was named keeps its name. */
const nameOf = (saved: LineRecord, { extension }: LineFields): string =>
  saved.name === fieldsOf(saved).extension ? extension.trim() : saved.name

/** How what is written is saved: names do not change, so a line of another name takes the place of the one before. */
export type LineSaving =
  | { readonly is: 'add'; readonly body: Line }
  | { readonly is: 'change'; readonly name: string; readonly body: LineChange }
  | { readonly is: 'replace'; readonly name: string; readonly body: Line }

export function savingOf(saved: LineRecord | null, fields: LineFields): LineSaving {
  if (saved === null) return { is: 'add', body: lineOf(fields) }
  const body = lineAs(saved, fields)
  return body.name === saved.name
    ? { is: 'change', name: saved.name, body: changeOf(saved, fields) }
    : { is: 'replace', name: saved.name, body }
}
