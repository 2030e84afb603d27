import type { CodePage } from './code-page.ts'

/** The data types of FIAS 2.20. Each check gives false, and each maker null, for what the type cannot hold. */

const LONGEST_AMOUNT = 15

/** `D`: YYMMDD, a day that the calendar has. */
export function isDate(text: string): boolean {
  const [, year, month, day] = (/^(\d\d)(\d\d)(\d\d)$/.exec(text) ?? []).map(Number)
  if (year === undefined || month === undefined || day === undefined) return false
  const lengths = [31, year % 4 === 0 ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  return day >= 1 && day <= (lengths[month - 1] ?? 0)
}

/** `T`: HHMMSS. Some systems leave out the seconds of a wake-up time, and it is echoed as it came. */
export const isTime = (text: string) => /^(?:[01]\d|2[0-3])[0-5]\d(?:[0-5]\d)?$/.test(text)

/** `N`: digits, as many as the field holds. */
export const isNumber = (text: string, mostDigits: number) =>
  /^-?\d+$/.test(text) && text.replace('-', '').length <= mostDigits

/**
 * `M`: money without a decimal point. Two decimals are implied even where the currency has none; three are sent as they
 * are. From exact decimal text, never from a float; null for what cannot be said without rounding.
 */
export function moneyField(amount: string, currencyDecimals = 2): string | null {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount) ?? []
  const decimals = Math.max(2, currencyDecimals)
  if (whole === '' || /[1-9]/.test(fraction.slice(decimals))) return null
  const digits = (whole + fraction.slice(0, decimals).padEnd(decimals, '0')).replace(/^0+(?=\d)/, '')
  const text = digits === '0' ? '0' : sign + digits
  return text.length <= LONGEST_AMOUNT ? text : null
}

/** `ANS` as a text for people: what cannot go over the wire is left out, and it is cut by characters of the code page. */
export function textField(text: string, most: number, page: CodePage): string {
  const line = text.replaceAll(/\s+/g, ' ').replaceAll(UNSENDABLE, '')
  return page.charactersOf(line).slice(0, most).join('').trimEnd()
}

// The separator, and the control characters of ASCII and of ISO 8859.
// oxlint-disable-next-line no-control-regex
const UNSENDABLE = /[|\u0000-\u001f\u007f-\u009f]/g
