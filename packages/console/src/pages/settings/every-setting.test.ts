import { SiteFile } from '@reveille/contract'
import { describe, expect, it } from 'vitest'
import type { FormField } from '../../hotel/settings/fields.ts'
import { FORMS } from '../../hotel/settings/forms.gen.ts'
import { GERMAN_HINTS } from './hints.ts'
import { LABELS } from './labels.ts'
import { KINDS, PAGES } from './pages.ts'

type Node = Readonly<Record<string, unknown>>
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Where a list of the site file has its form; everything else is a section of the same name. */
const LISTS: Readonly<Record<string, string>> = {
  tenants: 'tenant',
  users: 'user',
  mailboxes: 'mailbox',
  'inventory.rooms': 'room',
  'inventory.categories': 'category',
  'inventory.items': 'item',
  'inventory.connectors': 'connector',
  'roomStatus.types': 'statusType',
  'roomStatus.servers': 'server',
  prompts: 'prompt',
  'telephony.lines': 'line',
}

/** Every setting as the form that it must stand in, and its path there. */
function* settingsIn(
  schema: Node,
  form: string,
  path: string,
  place: string,
): Generator<[form: string, path: string]> {
  const properties = isNode(schema['properties']) ? schema['properties'] : {}
  for (const [key, part] of Object.entries(properties)) {
    if (!isNode(part)) continue
    const at = place === '' ? key : `${place}.${key}`
    const list = LISTS[at]
    const groups = groupsIn(part)
    if (list !== undefined) {
      for (const { kind, group } of groups) yield* settingsIn(group, kind === '' ? list : kind, '', at)
      continue
    }
    if (place === '' || at === 'roomStatus') {
      yield* settingsIn(part, key, '', at)
      continue
    }
    const here = path === '' ? key : `${path}.${key}`
    if (at === 'tenants.wakeup') continue
    if (groups.length === 0) yield [form, here]
    for (const { group } of groups) yield* settingsIn(group, form, here, at)
  }
}

/** The groups that a part consists of; of several kinds, each under the word that tells it from the others. */
function groupsIn(part: Node): { kind: string; group: Node }[] {
  if (isNode(part['items'])) return groupsIn(part['items'])
  if (isNode(part['properties'])) return [{ kind: kindOf(part['properties']), group: part }]
  return Array.isArray(part['anyOf']) ? part['anyOf'].filter(isNode).flatMap(groupsIn) : []
}

function kindOf(properties: Node): string {
  if ('range' in properties) return 'range'
  const type = properties['type']
  return isNode(type) && typeof type['const'] === 'string' ? type['const'] : ''
}

function* fieldsIn(fields: readonly FormField[], path = ''): Generator<readonly [string, FormField]> {
  for (const field of fields) {
    const at = path === '' ? field.name : `${path}.${field.name}`
    if (field.kind === 'group' || field.kind === 'groups') yield* fieldsIn(field.fields, at)
    else yield [at, field]
  }
}

const SHOWN = new Set<string>([
  ...PAGES.flatMap(({ sections }) => sections),
  ...PAGES.flatMap(({ things }) => things).flatMap((noun) => KINDS[noun].forms),
  // Several rooms at once, on the page of rooms.
  'range',
])
const DRAWN = new Map(
  Object.entries(FORMS)
    .filter(([form]) => SHOWN.has(form))
    .map(([form, fields]) => [form, new Map(fieldsIn(fields))]),
)
const SETTINGS = [
  ...new Map([...settingsIn({ ...SiteFile }, '', '', '')].map((one) => [one.join(' '), one])).values(),
]

describe('every setting', () => {
  it('is found', () => {
    expect(SETTINGS.length).toBeGreaterThan(150)
  })

  it.each(SETTINGS)('of %s has its field on a page: %s', (form, path) => {
    expect([...(DRAWN.get(form)?.keys() ?? [])]).toContain(path)
  })

  it('has a label and a hint in both languages', () => {
    const fields = [...DRAWN.values()].flatMap((form) => [...form.values()])
    const silent = fields.filter(
      ({ name, hint }) =>
        LABELS[name].en === '' || LABELS[name].de === '' || (hint !== '' && GERMAN_HINTS[hint] === ''),
    )
    expect(silent.map(({ name }) => name)).toEqual([])
  })
})
