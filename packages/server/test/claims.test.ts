import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { laneOf } from '../../../scripts/test-run/lanes.ts'
import { ROOT } from './process.ts'

const ROWS = Array.from(
  readFileSync(path.join(ROOT, 'docs/claims.md'), 'utf8').matchAll(
    /^\| (.+?) +\| `([^`]+)` +\| (.+?) +\| `([^`]+)` +\|$/gm,
  ),
  ([, claim = '', file = '', sentence = '', lane = '']) => ({ claim, file, sentence, lane }),
)

it('there are claims', () => {
  expect(ROWS.length).toBeGreaterThan(60)
})

it.each(ROWS)('"$claim" names a test that is there, and its lane', ({ file, sentence, lane }) => {
  const place = path.join(ROOT, 'packages', file)
  expect(existsSync(place)).toBe(true)
  expect(laneOf(path.join('packages', file))).toBe(lane)
  expect(readFileSync(place, 'utf8')).toContain(sentence)
})
