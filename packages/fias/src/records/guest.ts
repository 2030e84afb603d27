import { type FiasRecord, valueOf } from '../wire/record.ts'

/** What a guest record tells. A field that did not come is null: nothing is said about it. */
export interface GuestFacts {
  readonly room: string
  /** `G#`, the number of the reservation. */
  readonly reservation: string | null
  /** `GS`: whether others stay in the room besides this guest. */
  readonly shared: boolean | null
  readonly name: string | null
  /** `GL` as the tag of a language, `de` or `pt-BR`; null for what is none. */
  readonly language: string | null
  /** `GV`: anything but nothing, `0` and `N`. */
  readonly vip: boolean | null
  /** `GD`, the day of departure, as it came: YYMMDD. */
  readonly departure: string | null
  /** `NP`, for information: the property system itself refuses the postings. */
  readonly noPost: boolean | null
}

export type GuestEvent =
  | ({ readonly kind: 'check-in'; readonly resync: boolean } & GuestFacts)
  | ({ readonly kind: 'check-out'; readonly resync: boolean } & GuestFacts)
  /** With `from`, a room move: `sharedBefore` tells whether others stay behind in the old room. */
  | ({
      readonly kind: 'change'
      readonly from: string | null
      readonly sharedBefore: boolean | null
    } & GuestFacts)

/** `GL`: two-letter codes of its own, and what newer systems send instead. */
const LANGUAGES: Readonly<Record<string, string>> = { EA: 'en', GE: 'de', SP: 'es' }
/** Every language that has a name, so that one which a hotel adds needs nothing here. */
const NAMES = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })

/** Null for a `GI`, `GO` or `GC` that says too little. `SF` marks what is part of a resync. */
export function guestEvent(record: FiasRecord): GuestEvent | null {
  const facts = factsOf(record)
  if (facts.room === '') return null
  const resync = valueOf(record, 'SF') !== null
  if (record.id === 'GI') return { kind: 'check-in', resync, ...facts }
  if (record.id === 'GO') return { kind: 'check-out', resync, ...facts }
  const from = valueOf(record, 'RO') || null
  const [shared, sharedBefore] = sharesOfMove(record)
  return { kind: 'change', from: from === facts.room ? null : from, ...facts, shared, sharedBefore }
}

function factsOf(record: FiasRecord): GuestFacts {
  return {
    room: valueOf(record, 'RN') ?? '',
    reservation: valueOf(record, 'G#') || null,
    shared: yesOrNo(valueOf(record, 'GS')),
    name: valueOf(record, 'GN'),
    language: languageOfCode(valueOf(record, 'GL')),
    vip: flagOf(valueOf(record, 'GV')),
    departure: valueOf(record, 'GD') || null,
    noPost: flagOf(valueOf(record, 'NP')),
  }
}

export function languageOfCode(code: string | null): string | null {
  const tag = LANGUAGES[(code ?? '').toUpperCase()] ?? (code ?? '').replace('_', '-')
  if (!/^[a-z]{2,3}(-[a-z]{2})?$/i.test(tag) || NAMES.of(tag) === undefined) return null
  return Intl.getCanonicalLocales(tag)[0] ?? null
}

const yesOrNo = (value: string | null) => (value === 'Y' ? true : value === 'N' ? false : null)

const flagOf = (value: string | null) => (value === null ? null : !['', '0', 'N'].includes(value))

/**
 * `GS` comes twice in a room move, once for each room: for the one that was named last before it. Where that does not
 * tell them apart, the first is the new room's.
 */
function sharesOfMove({ fields }: FiasRecord): readonly [now: boolean | null, before: boolean | null] {
  let room = 'RN'
  const told = fields.flatMap(([id, value]) => {
    if (id === 'RN' || id === 'RO') room = id
    return id === 'GS' ? [{ room, shared: yesOrNo(value) }] : []
  })
  const [first, second] = told
  if (second && first?.room === 'RO' && second.room === 'RN') return [second.shared, first.shared]
  return [first?.shared ?? null, second?.shared ?? null]
}
