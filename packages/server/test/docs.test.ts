import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseSiteFile } from '../src/config/site-file.ts'

const page = (name: string) => readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8')

describe('the documentation', () => {
  it('shows a site file that is accepted as it stands', () => {
    const sample = /```yaml\n([\s\S]*?)```/.exec(page('docs/site-file.md'))?.[1] ?? ''
    expect(parseSiteFile(sample)).toMatchObject({ site: { site: { name: 'Grand Hotel' } } })
  })

  it('gives the two commands', () => {
    expect(page('README.md')).toMatch(/npm install && npm start[\s\S]*npm install && npm test/)
  })
})
