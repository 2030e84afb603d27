import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from './process.ts'

const ROWS = Array.from(
  readFileSync(path.join(ROOT, 'docs/claims.md'), 'utf8').matchAll(
    /^\| (.+?) +\| `([^`]+)` +\| (.+?) +\|$/gm,
  ),
  ([, claim = '', file = '', sentence = '']) => ({ claim, file, sentence }),
)

it('there are claims', () => {
  expect(ROWS.length).toBeGreaterThan(60)
})

it.each(ROWS)('"$claim" names a test that is there', ({ file, sentence }) => {
  const place = path.join(ROOT, 'packages', file)
  expect(existsSync(place)).toBe(true)
  expect(readFileSync(place, 'utf8')).toContain(sentence)
})
