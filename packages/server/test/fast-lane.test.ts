import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const PACKAGES = ['contract', 'fias', 'server', 'sip']

const testsIn = (name: string) =>
  readdirSync(path.join(ROOT, 'packages', name, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.name.endsWith('.test.ts'))
    .map((entry) => path.join(entry.parentPath, entry.name))

const importsOf = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/from '(\.[^']*)'/g)].map(([, specifier = '']) =>
    path.relative(ROOT, path.resolve(path.dirname(file), specifier)),
  )

const SLOW = /^peers\/|^packages\/\w+\/test\//

it.each(PACKAGES)('the tests beside the sources of %s need no other program and no PostgreSQL', (name) => {
  const slow = testsIn(name).flatMap((file) =>
    importsOf(file)
      .filter((target) => SLOW.test(target))
      .map((target) => `${path.relative(ROOT, file)} imports ${target}`),
  )
  expect(slow).toEqual([])
})
