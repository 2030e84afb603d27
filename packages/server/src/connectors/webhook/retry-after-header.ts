import { parseMoment } from '../../hotel/time/moment.ts'
import { type Instant, seconds } from '../../kernel/clock.ts'

/** RFC 9110 10.2.3: how long the other side wants to be left alone, in milliseconds; undefined if it does not say. */
export function parseRetryAfter(text: string | undefined, now: Instant): number | undefined {
  const said = text?.trim() ?? ''
  if (/^\d{1,10}$/.test(said)) return seconds(Number(said))
  const until = parseHttpDate(said, now)
  return until === null ? undefined : Math.max(0, until - now)
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const CLOCK = '(?<clock>\\d\\d:\\d\\d:\\d\\d)'
// RFC 9110 5.6.7: the current form, and the two obsolete ones that must be accepted too.
const FORMS = [
  new RegExp(`^\\w{3}, (?<day>\\d\\d) (?<month>\\w{3}) (?<year>\\d{4}) ${CLOCK} GMT$`),
  new RegExp(`^\\w{6,9}, (?<day>\\d\\d)-(?<month>\\w{3})-(?<year>\\d\\d) ${CLOCK} GMT$`),
  new RegExp(`^\\w{3} (?<month>\\w{3}) (?<day>[ \\d]\\d) ${CLOCK} (?<year>\\d{4})$`),
]

function parseHttpDate(text: string, now: Instant): Instant | null {
  const found = FORMS.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined)
  const month = MONTHS.indexOf(found?.['month'] ?? '') + 1
  if (!found || month === 0) return null
  const { year = '', day = '', clock = '' } = found
  const rest = `-${two(month)}-${two(day.trim())}T${clock}Z`
  if (year.length === 4) return instantOf(`${year}${rest}`)
  // RFC 9110 5.6.7: two digits that seem more than 50 years ahead mean the century before.
  const near = instantOf(`20${year}${rest}`)
  return near !== null && near > now + FIFTY_YEARS_MS ? instantOf(`19${year}${rest}`) : near
}

const FIFTY_YEARS_MS = 50 * 365.25 * 86_400_000
const two = (number: string | number) => String(number).padStart(2, '0')
const instantOf = (iso: string): Instant | null => parseMoment(iso, 'UTC')?.instant ?? null
