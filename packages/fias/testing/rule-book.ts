import { createDecipheriv } from 'node:crypto'
import { readKey } from '../src/records/authentication.ts'
import { isDate, isNumber, isTime } from '../src/wire/field-types.ts'
import {
  type FiasRecord,
  MOST_CHARACTERS,
  parseRecord,
  recordText,
  valueOf,
  valuesOf,
} from '../src/wire/record.ts'

/** What FIAS 2.20 says about the records of a client, seen from the other end. Each rule tells what is broken. */

/** Of a record by itself, as it came. */
export function brokenIn(text: string): string[] {
  const record = parseRecord(text)
  if (record === null) return [`No record: ${text}`]
  const mistakes = CHECKS.filter(([ids, isRight]) => ids.includes(record.id) && !isRight(record))
  const shape = recordText(record) === text ? [] : [`Not written as a record: ${text}`]
  const length = text.length > MOST_CHARACTERS ? [`Longer than ${MOST_CHARACTERS} characters`] : []
  return [...shape, ...length, ...mistakes.map(([, , rule]) => `${rule}: ${text}`)]
}

type Check = readonly [ids: readonly string[], isRight: (record: FiasRecord) => boolean, rule: string]

const LINK = ['LS', 'LD', 'LA', 'LE', 'DR']

const CHECKS: readonly Check[] = [
  [[...LINK, 'PS'], (one) => isDate(valueOf(one, 'DA') ?? ''), 'DA is no date'],
  [
    [...LINK, 'PS'],
    (one) => /^\d{6}$/.test(valueOf(one, 'TI') ?? '') && isTime(valueOf(one, 'TI') ?? ''),
    'TI is no time',
  ],
  [['LD'], (one) => /^.{1,10}$/.test(valueOf(one, 'V#') ?? ''), 'V# is no version'],
  [['LD'], (one) => /^[A-Z]{2}$/.test(valueOf(one, 'IF') ?? ''), 'IF is no interface family'],
  [['LD'], (one) => valueOf(one, 'CG') === null || Number(valueOf(one, 'RT')) >= 1, 'CG needs RT'],
  [['LR'], (one) => /^RI,FL$/.test(one.fields.map(([id]) => id).join(',')), 'LR is RI and FL, in this order'],
  [['LR'], (one) => (valueOf(one, 'FL') ?? '').length % 2 === 0, 'FL is made of two-letter fields'],
  [['PS', 'WR', 'WC', 'WA'], (one) => (valueOf(one, 'RN') ?? '') !== '', 'RN is missing'],
  [['PS'], (one) => /^[CMT]$/.test(valueOf(one, 'PT') ?? ''), 'PT is no posting type'],
  [['PS'], (one) => /^[1-9]\d{0,7}$/.test(valueOf(one, 'P#') ?? ''), 'P# is no posting number'],
  [['PS'], (one) => valueOf(one, 'PT') !== 'C' || isNumber(valueOf(one, 'TA') ?? '', 15), 'TA is no amount'],
  [['PS'], (one) => valueOf(one, 'PT') !== 'M' || valuesOf(one, 'MA').length > 0, 'MA is missing'],
  [['PS'], (one) => valuesOf(one, 'MA').every((article) => /^\d{1,4}$/.test(article)), 'MA is no article'],
  [['PS'], (one) => valuesOf(one, 'M#').every((count) => /^[1-9]\d?$/.test(count)), 'M# is no count'],
  [['PS'], (one) => (valueOf(one, 'CT') ?? '').length <= 20, 'CT is too long'],
  [['PS'], (one) => (valueOf(one, 'X1') ?? '').length <= 25, 'X1 is too long'],
  [['WA'], (one) => /^(?:OK|NR|BY|UR|DE)$/.test(valueOf(one, 'AS') ?? ''), 'WA is no final answer'],
]

/** Of a record against the description that was given with `LR`. */
export function undescribed(record: FiasRecord, described: ReadonlyMap<string, readonly string[]>): string[] {
  const fields = described.get(record.id)
  if (!fields) return [`${record.id} was not described`]
  return record.fields
    .filter(([field]) => !fields.includes(field))
    .map(([field]) => `${field} of ${record.id} was not described`)
}

export const fieldsOf = (list: string): string[] => list.match(/../g) ?? []

/** FIAS 2.20, link authentication: whether `CG` says the date and time that we had sent. */
export function isProof(proof: string, key: string, expected: string): boolean {
  const [, iv, secret] = /^FidCryptAB;(.{22}==)(.+)$/.exec(proof) ?? []
  const bytes = readKey(key)
  if (iv === undefined || secret === undefined || bytes === null) return false
  try {
    const decipher = createDecipheriv('aes-128-cbc', bytes, Buffer.from(iv, 'base64'))
    return decipher.update(secret, 'base64', 'latin1') + decipher.final('latin1') === expected
  } catch {
    return false
  }
}
