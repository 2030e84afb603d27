import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { ALONE, DEFAULT_LANE, laneOf } from '../../../scripts/test-run/lanes.ts'
import { ROOT } from './process.ts'

const files = readdirSync(path.join(ROOT, 'packages'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.test\.tsx?$/.test(file) && !/node_modules|dist/.test(file))
  .map((file) => path.join('packages', file))

const importsOf = (file: string) =>
  [...readFileSync(path.join(ROOT, file), 'utf8').matchAll(/from '(\.[^']*)'/g)].map(([, specifier = '']) =>
    path.join(path.dirname(file), specifier),
  )

// Certificates need openssl; where it is missing, their tests are skipped.
const NEEDS_MORE_THAN_NODE = /^peers\/(?!programs|certificates)|^packages\/\w+\/test\//

describe('the lanes of the tests', () => {
  it('have a place for every test file', () => {
    expect(files.length).toBeGreaterThan(600)
    expect(files.filter((file) => laneOf(file) === undefined)).toEqual([])
  })

  it('name only files that are there, each once', () => {
    const named = [...DEFAULT_LANE, ...ALONE]
    expect(named.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([])
    expect(named.length).toBe(new Set(named).size)
  })

  it('keep other programs and PostgreSQL out of the fast one', () => {
    const needing = files
      .filter((file) => laneOf(file) === 'test:fast')
      .flatMap((file) => importsOf(file).map((target) => ({ file, target })))
      .filter(({ target }) => NEEDS_MORE_THAN_NODE.test(target))
    expect(needing).toEqual([])
  })
})
