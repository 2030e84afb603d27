import { expect, it } from 'vitest'

const [source = ''] = Object.values(
  import.meta.glob<string>('./routes.ts', { query: '?raw', import: 'default', eager: true }),
)
const PATHS = Array.from(source.matchAll(/path: '\/([^']+)'/g), ([, path = '']) => path)
const JOURNEYS = Object.keys(import.meta.glob('../test/pages/*.test.ts'))
/** Every part on one page, in development only. */
const WORKSHOP = 'parts'

it('finds the pages', () => {
  expect(PATHS.length).toBeGreaterThan(10)
})

it.each(PATHS.filter((path) => path !== WORKSHOP))('has a journey in a browser through /%s', (path) => {
  expect(JOURNEYS).toContain(`../test/pages/${path}.test.ts`)
})
