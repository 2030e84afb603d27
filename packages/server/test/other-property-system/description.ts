import { faultsOfDateAndTime, valueOf, type WireRecord } from './records.ts'

/** Interface families. */
const FAMILIES = ['CA', 'DL', 'EM', 'MB', 'PB', 'PO', 'VI', 'VM', 'MS', 'WW']

/** These are understood without having been described. */
const ALWAYS_KNOWN = new Set(['LS', 'LD', 'LR', 'LA', 'LC', 'LE', 'DR', 'DS', 'DE'])

const TWO_CHARACTERS = /..?/g

/** What a client has said that it sends and wants: kinds of records, and the fields of each. */
export class Description {
  readonly #fields = new Map<string, ReadonlySet<string>>()
  /** What the client wants to know about this system, as bits; null when it did not ask. */
  readonly wanted: number | null

  constructor(linkDescription: WireRecord) {
    const wanted = valueOf(linkDescription, 'RT')
    this.wanted = wanted === undefined ? null : Number(wanted)
  }

  knows(id: string): boolean {
    return ALWAYS_KNOWN.has(id) || this.#fields.has(id)
  }

  add(line: WireRecord): readonly string[] {
    const faults = faultsOfLine(line)
    const [record = '', list = ''] = [valueOf(line, 'RI'), valueOf(line, 'FL')]
    if (faults.length === 0) this.#fields.set(record, new Set(list.match(TWO_CHARACTERS)))
    return faults
  }

  /** A record without the fields that nobody has described: those are not looked at, and not sent. */
  only(record: WireRecord): WireRecord {
    const described = this.#fields.get(record.id)
    if (!described) return record
    return { id: record.id, fields: record.fields.filter(([id]) => described.has(id)) }
  }

  undescribedIn(record: WireRecord): readonly string[] {
    const described = this.#fields.get(record.id)
    return described ? record.fields.map(([id]) => id).filter((id) => !described.has(id)) : []
  }
}

/** The one record whose fields have an order: `LR|RIxx|FLxxxx|`. */
function faultsOfLine({ fields }: WireRecord): readonly string[] {
  const [[first, record] = ['', ''], [second, list] = ['', ''], ...more] = fields
  if (first !== 'RI' || second !== 'FL' || more.length > 0) return ['it is not LR|RIxx|FLxxxx|']
  const ids = list.match(TWO_CHARACTERS) ?? []
  return [
    ...(/^[A-Z]{2}$/.test(record) ? [] : [`RI is ${record}`]),
    ...(list.length % 2 === 0 && list !== '' ? [] : ['FL is not made of ids of two characters']),
    ...(new Set(ids).size === ids.length ? [] : ['FL names a field twice']),
  ]
}

export function faultsOfLinkDescription(record: WireRecord): readonly string[] {
  const [family, version, wanted] = ['IF', 'V#', 'RT'].map((id) => valueOf(record, id))
  return [
    ...faultsOfDateAndTime(record),
    ...(family !== undefined && FAMILIES.includes(family) ? [] : [`IF is ${family ?? 'missing'}`]),
    ...(version !== undefined && /^.{1,10}$/.test(version) ? [] : [`V# is ${version ?? 'missing'}`]),
    ...(wanted === undefined || /^\d{1,3}$/.test(wanted) ? [] : [`RT is ${wanted}`]),
  ]
}
