import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const source = readFileSync(new URL('./routes.ts', import.meta.url), 'utf8')
const PATHS = Array.from(source.matchAll(/path: '\/([^']+)'/g), ([, path = '']) => path)
/** Every part on one page, in development only. */
const WORKSHOP = 'parts'

it('finds the pages', () => {
  expect(PATHS.length).toBeGreaterThan(10)
})

it.each(PATHS.filter((path) => path !== WORKSHOP))('has a journey in a browser through /%s', (path) => {
  expect(existsSync(new URL(`../test/pages/${path}.test.ts`, import.meta.url))).toBe(true)
})
