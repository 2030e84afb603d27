/** An exact amount: 4.50 is 450 of scale 2. The scale is how the price was written, and stays. */
export interface Money {
  minor: number
  scale: number
}

/** The largest number that is kept exactly, with the four decimals that a price may have. */
const LARGEST: Money = { minor: Number.MAX_SAFE_INTEGER, scale: 4 }

/** What is said of a price that is none. */
export const priceWords = () =>
  `must be an exact decimal number such as 4.50, at most ${formatMoney(LARGEST)} and with at most 4 digits after the point`

/** Digits with at most four after the point: `4.50`, `5`, `0.005`. */
export function parseMoney(text: string): Money | null {
  const found = /^(\d{1,12})(?:\.(\d{1,4}))?$/.exec(text)
  if (!found) return null
  const [, whole = '', fraction = ''] = found
  // However few decimals it has: prices are added up with others that have more.
  const isExact = Number.isSafeInteger(Number(whole + fraction.padEnd(LARGEST.scale, '0')))
  return isExact ? { minor: Number(whole + fraction), scale: fraction.length } : null
}

export function formatMoney({ minor, scale }: Money): string {
  const digits = `${Math.abs(minor)}`.padStart(scale + 1, '0')
  const point = digits.length - scale
  return (minor < 0 ? '-' : '') + digits.slice(0, point) + (scale > 0 ? `.${digits.slice(point)}` : '')
}

export const times = (amount: Money, n: number): Money =>
  exact(BigInt(amount.minor) * BigInt(n), amount.scale)

/** The same amount in words, taken back: `9.00` → `-9.00`. */
export const negatedText = (amount: string): string =>
  amount.startsWith('-') ? amount.slice(1) : /[1-9]/.test(amount) ? `-${amount}` : amount

export function plus(a: Money, b: Money): Money {
  const scale = Math.max(a.scale, b.scale)
  return exact(minorAt(a, scale) + minorAt(b, scale), scale)
}

const minorAt = ({ minor, scale }: Money, wanted: number) => BigInt(minor) * 10n ** BigInt(wanted - scale)

function exact(minor: bigint, scale: number): Money {
  const number = Number(minor)
  if (!Number.isSafeInteger(number))
    throw new RangeError(`An amount of ${minor} with ${scale} decimals is too large to be kept exactly`)
  return { minor: number, scale }
}

/** A sum that may outgrow any single amount. */
export interface Sum {
  readonly minor: bigint
  readonly scale: number
}

export const NO_SUM: Sum = { minor: 0n, scale: 0 }

export function addUp(a: Sum, b: Sum): Sum {
  const scale = Math.max(a.scale, b.scale)
  const aligned = (sum: Sum) => sum.minor * 10n ** BigInt(scale - sum.scale)
  return { minor: aligned(a) + aligned(b), scale }
}

/** `9.00` → a sum of one; what is no amount counts as nothing. */
export function sumOf(text: string): Sum {
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  return { minor: BigInt(`${sign}${whole}${fraction}`), scale: fraction.length }
}

export function formatSum({ minor, scale }: Sum): string {
  const digits = String(minor < 0n ? -minor : minor).padStart(scale + 1, '0')
  const sign = minor < 0n ? '-' : ''
  return sign + (scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`)
}
