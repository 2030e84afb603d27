import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const EXPORTED = /^export (?:async )?(?:function\*?|const|class|interface|type) (\w+)/gm

/** The same thing on both sides of a wall. Whatever else stands in two files under one name means two things. */
const ONE_MEANING: Readonly<Record<string, string>> = {
  'what the contract shows of a thing, and the thing itself':
    'Category Connector DELIVERY_STATES DeliveryAttempt DeliveryStory Dossier Item Line LogQuery Mailbox Moment ' +
    'PERMISSIONS Prompt Retention Room StatusType Telephony Tenant UserChange',
  'time and chance, which each package takes through a door of its own':
    'Clock Random Timer systemClock systemRandom tell',
  'what a package gives away, and the port that takes it': 'CallHandle',
  'a route of the interface, and the section of the page that shows it': 'log',
}

const sourcesOf = (name: string) =>
  readdirSync(path.join(ROOT, 'packages', name, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.test.ts'))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !file.includes(`${path.sep}conformance${path.sep}`))

/** Every exported name, with the files that it stands in. */
function exportedBy(...packages: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const files = new Map<string, string[]>()
  for (const file of packages.flatMap(sourcesOf))
    for (const name of new Set(
      Array.from(readFileSync(file, 'utf8').matchAll(EXPORTED), ([, one = '']) => one),
    ))
      files.set(name, [...(files.get(name) ?? []), path.relative(ROOT, file)])
  return files
}

it('no exported name has two meanings', () => {
  const files = exportedBy('contract', 'fias', 'server', 'sip')
  expect(files.size).toBeGreaterThan(1_000)
  const known = Object.values(ONE_MEANING).flatMap((names) => names.split(' '))
  const twice = [...files].filter(([, places]) => places.length > 1)
  expect(twice.filter(([name]) => !known.includes(name))).toEqual([])
  expect(known.filter((name) => !twice.some(([one]) => one === name))).toEqual([])
})

const pageOf = (file: string) => /src\/pages\/(\w+)\//.exec(file)?.[1] ?? ''

/** No page sees another: what each shows of its own may be called alike, if it stands nowhere else. */
const areApart = (places: readonly string[]) =>
  places.every((file) => pageOf(file) !== '') && new Set(places.map(pageOf)).size === places.length

/** Of the server it sees the interface only: its own clock may be called so. */
it('no exported name has two meanings in the console', () => {
  const files = exportedBy('console')
  expect(files.size).toBeGreaterThan(100)
  expect([...files].filter(([, places]) => places.length > 1 && !areApart(places))).toEqual([])
})
