import { describe, expect, it } from 'vitest'
import { ENTRIES, INTERFACE } from './interface.ts'

const named = (path: string) => Array.from(path.matchAll(/:(\w+)/g), ([, name]) => name)

describe('the interface', () => {
  it('has every entry under its own id', () => {
    const places = Object.entries(INTERFACE).flatMap(([noun, entries]) =>
      Object.keys(entries).map((verb) => `${noun}.${verb}`),
    )
    expect(ENTRIES.map(({ id }) => id)).toEqual(places)
    expect(ENTRIES.length).toBeGreaterThan(90)
  })

  it('has one entry for a method of a path', () => {
    const routes = ENTRIES.map(({ method, path }) => `${method} ${path}`)
    expect(routes.filter((route, at) => routes.indexOf(route) !== at)).toEqual([])
  })

  it('describes every value in a path, and none that is not in it', () => {
    const other = ENTRIES.filter(
      ({ path, params }) => String(Object.keys(params?.properties ?? {})) !== String(named(path)),
    )
    expect(other.map(({ id }) => id)).toEqual([])
  })

  it('gives an example of every form, and takes no body with GET and DELETE', () => {
    const other = ENTRIES.filter(({ method, body, bodyType, example }) => {
      const isForm = (method === 'POST' || method === 'PUT') && bodyType === undefined
      return isForm !== (example !== undefined) || (body !== undefined) !== (isForm || bodyType !== undefined)
    })
    expect(other.map(({ id }) => id)).toEqual([])
  })

  it('asks for credentials everywhere under /rest, and nowhere else', () => {
    const other = ENTRIES.filter(({ path, needs }) => path.startsWith('/rest/') !== Array.isArray(needs))
    // Whoever signs in brings them in the body.
    expect(other.map(({ id, needs }) => [id, needs])).toEqual([
      ['setup.claim', 'password'],
      ['session.open', 'password'],
    ])
  })
})
