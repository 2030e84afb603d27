import { faultsOfDateAndTime, has, valueOf, valuesOf, type WireRecord } from './records.ts'

/** An article of the mini-bar, and how many were taken. */
export interface ArticleCount {
  readonly article: string
  readonly count: number
}

const POSTING_NUMBER = /^[1-9]\d{0,7}$/
const AMOUNT = /^-?\d+$/
const LONGEST_AMOUNT = 15

/** At most so many characters. */
const TEXTS = { CT: 20, X1: 25, ID: 16, WS: 16 }

/** All that makes a posting unreadable, in words. */
export function faultsOfPosting(posting: WireRecord): readonly string[] {
  const room = valueOf(posting, 'RN')
  return [
    ...(room ? [] : ['RN is missing']),
    ...faultsOfDateAndTime(posting),
    ...faultsOfNumbers(posting),
    ...faultsOfTexts(posting),
    ...faultsOfRepeats(posting),
    ...faultsOfType(posting),
  ]
}

function faultsOfNumbers(posting: WireRecord): readonly string[] {
  const [number, outlet] = [valueOf(posting, 'P#'), valueOf(posting, 'SO')]
  return [
    // Recommended, and not demanded.
    ...(number === undefined || POSTING_NUMBER.test(number)
      ? []
      : [`P# is ${number}, and not 1 to 99999999`]),
    ...(outlet === undefined || /^\d{1,5}$/.test(outlet) ? [] : [`SO is ${outlet}, and not up to 5 digits`]),
  ]
}

function faultsOfTexts(posting: WireRecord): readonly string[] {
  return Object.entries(TEXTS).flatMap(([id, longest]) => {
    const { length } = valueOf(posting, id) ?? ''
    return length > longest ? [`${id} has ${length} characters, and may have ${longest}`] : []
  })
}

/** Only articles and their counts may stand in a posting more than once. */
function faultsOfRepeats(posting: WireRecord): readonly string[] {
  const ids = new Set(posting.fields.map(([id]) => id))
  return [...ids]
    .filter((id) => id !== 'MA' && id !== 'M#' && valuesOf(posting, id).length > 1)
    .map((id) => `${id} stands there more than once`)
}

function faultsOfType(posting: WireRecord): readonly string[] {
  const type = valueOf(posting, 'PT')
  if (type === 'M') return faultsOfArticles(posting)
  if (type === 'C' || type === 'T') return faultsOfAmount(posting)
  return [`PT is ${type ?? 'missing'}, and not C, M or T`]
}

function faultsOfArticles(posting: WireRecord): readonly string[] {
  const [articles, counts] = [valuesOf(posting, 'MA'), valuesOf(posting, 'M#')]
  return [
    ...(articles.length > 0 ? [] : ['PTM comes without MA']),
    ...(counts.length === 0 || counts.length === articles.length
      ? []
      : [`${articles.length} MA come with ${counts.length} M#: nobody can say which belong together`]),
    ...articles.filter((one) => !/^\d{1,4}$/.test(one)).map((one) => `MA is ${one}, and not 1 to 4 digits`),
    ...counts.filter((one) => !isCount(one)).map((one) => `M# is ${one}, and not 1 to 99`),
  ]
}

const isCount = (text: string) => /^\d{1,2}$/.test(text) && Number(text) > 0

function faultsOfAmount(posting: WireRecord): readonly string[] {
  const amount = valueOf(posting, 'TA')
  if (amount === undefined) return [`PT${valueOf(posting, 'PT')} comes without TA`]
  const isMoney = AMOUNT.test(amount) && amount.length <= LONGEST_AMOUNT
  return isMoney ? [] : [`TA is ${amount}, and not up to ${LONGEST_AMOUNT} digits without a decimal point`]
}

/** The i-th count belongs to the i-th article; without counts, one of each. */
export function articlesOf(posting: WireRecord): readonly ArticleCount[] {
  const counts = valuesOf(posting, 'M#')
  return valuesOf(posting, 'MA').map((article, at) => ({ article, count: Number(counts[at] ?? 1) }))
}

/** With one link for several types of postings, the outlet is what tells them apart. */
export function lacksOutlet(posting: WireRecord, typesBefore: ReadonlySet<string>): boolean {
  const type = valueOf(posting, 'PT') ?? ''
  return !has(posting, 'SO') && [...typesBefore].some((before) => before !== type)
}
