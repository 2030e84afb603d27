import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

describe('the documentation', () => {
  const HOME = new URL('../../../', import.meta.url)
  const texts = () =>
    ['README.md', ...readdirSync(new URL('docs/', HOME)).map((name) => `docs/${name}`)]
      .filter((name) => name.endsWith('.md'))
      .map((name) => [name, readFileSync(new URL(name, HOME), 'utf8')] as const)

  it('shows every picture that there is, and no other', () => {
    const shown = texts().flatMap(([, text]) =>
      Array.from(text.matchAll(/["(](?:docs\/)?pictures\/([\w-]+\.(?:png|svg))[")]/g), ([, name]) => name),
    )
    expect(new Set(shown)).toEqual(new Set(readdirSync(new URL('docs/pictures/', HOME))))
  })

  it('has a way from the first page to every other', () => {
    const [readme = ''] = texts().map(([, text]) => text)
    const lost = texts().filter(([name]) => name.startsWith('docs/') && !readme.includes(`](${name}`))
    expect(lost.map(([name]) => name)).toEqual([])
  })
})
