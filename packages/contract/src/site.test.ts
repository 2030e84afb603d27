import { describe, expect, it } from 'vitest'
import { PATTERN_WORDS, SiteFile } from './site.ts'

type Node = Readonly<Record<string, unknown>>
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Every schema inside a schema, with the path that leads to it. */
function* parts(schema: unknown, path: string): Generator<{ path: string; schema: Node }> {
  if (!isNode(schema)) return
  yield { path, schema }
  for (const [key, part] of Object.entries(isNode(schema['properties']) ? schema['properties'] : {}))
    yield* parts(part, `${path}.${key}`)
  for (const part of Object.values(isNode(schema['patternProperties']) ? schema['patternProperties'] : {}))
    yield* parts(part, `${path}.*`)
  yield* parts(schema['items'], `${path}[]`)
  for (const [index, part] of (Array.isArray(schema['anyOf']) ? schema['anyOf'] : []).entries())
    yield* parts(part, `${path}|${index}`)
}

const all = [...parts(SiteFile, 'site')]

describe('the schema of a site', () => {
  it('has words for every setting', () => {
    expect(
      all.filter(({ path, schema }) => /\.\w+$/.test(path) && !schema['description']).map((one) => one.path),
    ).toEqual([])
  })

  it('knows all the settings of every group', () => {
    const groups = all.filter(({ schema }) => schema['type'] === 'object')
    expect(groups.filter(({ schema }) => schema['additionalProperties'] !== false)).toEqual([])
  })

  it('shows no secret again', () => {
    const secrets = all.filter(({ path }) => /\.(password|secret|token|authKey)$/.test(path))
    expect(secrets.length).toBeGreaterThan(5)
    expect(secrets.filter(({ schema }) => schema['writeOnly'] !== true).map((one) => one.path)).toEqual([])
  })

  it('leaves defaults to be applied elsewhere, so that a change of one field changes no other', () => {
    expect(all.filter(({ schema }) => 'default' in schema)).toEqual([])
  })

  it('has words for every pattern, and patterns that every reader understands', () => {
    const patterns = all.flatMap(({ schema }) =>
      typeof schema['pattern'] === 'string' ? [schema['pattern']] : [],
    )
    expect(patterns.length).toBeGreaterThan(50)
    expect(() => patterns.map((pattern) => new RegExp(pattern, 'u'))).not.toThrow()
    expect(patterns.filter((pattern) => !PATTERN_WORDS.has(pattern))).toEqual([])
  })
})
