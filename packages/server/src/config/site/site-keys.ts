import { defaultLineName } from '../../hotel/settings/line.ts'
import { numbersOf, parseRange } from '../../hotel/rooms/mailbox-range.ts'
import { type SiteFinding, pointerTo } from '../mistake.ts'
import { type SiteEntry, entriesAt, groupAt, entryPath, tenantOf, textOf } from './site-entries.ts'

const MOST_MAILBOXES = 100_000

/** Everything that must be there once only: each list by its key. */
export function checkKeys(data: unknown): SiteFinding[] {
  const byName = (...keys: string[]) =>
    repeats(entriesAt(data, ...keys), 'name', (one) => inTenant(one, textOf(one, 'name')))
  const byId = (...keys: string[]) => repeats(entriesAt(data, ...keys), 'id', idInTenant)
  return [
    ...repeats(entriesAt(data, 'tenants'), 'id', (one) => textOf(one, 'id')?.toLowerCase()),
    ...repeats(entriesAt(data, 'users'), 'username', (one) => textOf(one, 'username')),
    ...byId('inventory', 'categories'),
    ...byId('inventory', 'items'),
    ...byName('inventory', 'connectors'),
    ...byId('roomStatus', 'types'),
    ...byName('roomStatus', 'servers'),
    ...repeats(entriesAt(data, 'telephony', 'lines'), 'name', (one) => inTenant(one, lineName(one))),
    ...repeats(entriesAt(data, 'prompts'), 'id', (one) => inTenant(one, numberText(one.value['id']))),
    ...repeats(inventoryRooms(data), 'number', (one) => inTenant(one, textOf(one, 'number'))),
    ...checkMailboxes(entriesAt(data, 'mailboxes')),
  ]
}

function lineName(line: SiteEntry) {
  const [name, uri, username] = ['name', 'uri', 'username'].map((key) => textOf(line, key))
  return name ?? (uri && defaultLineName({ uri, ...(username === undefined ? {} : { username }) }))
}
const numberText = (value: unknown) => (typeof value === 'number' ? String(value) : undefined)
const inTenant = (entry: SiteEntry, key: string | undefined) =>
  key === undefined ? undefined : `${tenantOf(entry)} ${key}`
const idInTenant = (entry: SiteEntry) => inTenant(entry, textOf(entry, 'id'))

function repeats(
  entries: readonly SiteEntry[],
  field: string,
  keyOf: (entry: SiteEntry) => string | undefined,
): SiteFinding[] {
  const first = new Map<string, SiteEntry>()
  return entries.flatMap((entry) => {
    const key = keyOf(entry)
    if (key === undefined) return []
    const earlier = first.get(key)
    if (earlier === undefined) {
      first.set(key, entry)
      return []
    }
    return [
      { pointer: pointerTo(entry.pointer, field), words: `is the same as in ${entryPath(earlier.pointer)}` },
    ]
  })
}

/** Rooms of the custom list, whether written as a number or as a group. */
function inventoryRooms(data: unknown): SiteEntry[] {
  const rooms = groupAt(data, 'inventory').value['rooms']
  if (!Array.isArray(rooms)) return []
  const bare = rooms.flatMap((number: unknown, index) =>
    typeof number === 'string' ? [{ pointer: pointerTo('/inventory/rooms', index), value: { number } }] : [],
  )
  return [...bare, ...entriesAt(data, 'inventory', 'rooms')]
}

/** Numbers are taken once, whether written singly or covered by a range. */
function checkMailboxes(entries: readonly SiteEntry[]): SiteFinding[] {
  const taken = new Map<string, SiteEntry>()
  const findings: SiteFinding[] = []
  let count = 0
  for (const entry of entries) {
    const numbers = numbersIn(entry)
    if ('wrong' in numbers)
      findings.push({ pointer: pointerTo(entry.pointer, 'range'), words: numbers.wrong })
    else findings.push(...take(entry, numbers.numbers, taken))
    count += 'wrong' in numbers ? 0 : numbers.numbers.length
    if (count > MOST_MAILBOXES)
      return [
        ...findings,
        { pointer: '/mailboxes', words: `must not hold more than ${MOST_MAILBOXES} rooms in all` },
      ]
  }
  return findings
}

function numbersIn(entry: SiteEntry): { numbers: string[] } | { wrong: string } {
  const [number, range] = [textOf(entry, 'number'), textOf(entry, 'range')]
  if (number !== undefined) return { numbers: [number] }
  if (range === undefined) return { numbers: [] }
  const parsed = parseRange(range)
  return 'wrong' in parsed ? parsed : { numbers: numbersOf(parsed) }
}

function take(entry: SiteEntry, numbers: readonly string[], taken: Map<string, SiteEntry>): SiteFinding[] {
  const keys = numbers.map((number) => ({ number, key: `${tenantOf(entry)} ${number}` }))
  const clash = keys.find(({ key }) => taken.has(key))
  for (const { key } of keys) if (!taken.has(key)) taken.set(key, entry)
  const earlier = clash && taken.get(clash.key)
  if (!earlier) return []
  const field = 'range' in entry.value ? 'range' : 'number'
  const words = `has room ${clash.number}, which ${entryPath(earlier.pointer)} has already`
  return [{ pointer: pointerTo(entry.pointer, field), words }]
}
