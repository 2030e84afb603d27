/** What stands in `DA` and `TI`: `YYMMDD` and `HHMMSS` of the hotel's own clock. */
export interface FiasTime {
  readonly date: string
  readonly time: string
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** `zone` is an IANA name, as in `Europe/Vienna`; without one, the zone of this machine. */
export function fiasTime(now: number, zone?: string): FiasTime {
  const parts = formatOf(zone).formatToParts(now)
  const digits = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((part) => part.type === type)?.value.slice(-2) ?? '00'
  return {
    date: digits('year') + digits('month') + digits('day'),
    time: digits('hour') + digits('minute') + digits('second'),
  }
}

function formatOf(zone = ''): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', {
    ...(zone === '' ? {} : { timeZone: zone }),
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
  formats.set(zone, format)
  return format
}
