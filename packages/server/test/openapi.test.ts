import { ENTRIES, ERROR, ERROR_MEANING, NO_RESULT, RESULT, RESULT_MEANING } from '@reveille/contract'
import { Ajv } from 'ajv'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Hotel, openHotel, PRODUCT } from './hotel.ts'

const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'
const WAV = 'audio/wav'
const AUDIO = '/rest/config/prompt/{key}/audio'
const PHRASE_AUDIO = '/rest/config/phrase/{key}/audio'
const SOUNDS = [AUDIO, PHRASE_AUDIO]
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
/** What nobody would learn anything from. */
const NOT_SHOWN = /^(text\/(csv|html)|audio\/wav|application\/vnd\.sqlite3)$/
/** Who signs in brings name and password in the body. */
const SIGN_IN = 'POST /rest/session'
const CLAIM = 'POST /rest/setup/claim'
/** What any route under /rest may answer. */
const ALWAYS = ['400', '401', '404', '429', '500', '503']

interface Schema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly $ref?: string
}

interface Media {
  readonly schema?: Schema
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
}

type Content = Readonly<Record<string, Media>>

interface Operation {
  readonly operationId?: string
  readonly summary?: string
  readonly description?: string
  readonly tags?: readonly string[]
  readonly security?: readonly object[]
  readonly parameters?: readonly { readonly in: string; readonly name: string; readonly required?: boolean }[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<
    Record<string, { readonly description?: string; readonly headers?: object; readonly content?: Content }>
  >
}

interface Document {
  readonly openapi: string
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly servers: readonly { readonly url: string }[]
  readonly security: readonly object[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly components: { readonly securitySchemes: Readonly<Record<string, object>> }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

interface Named {
  readonly name: string
  readonly path: string
  readonly method: string
  readonly operation: Operation
}

/** Every value of a document with the path that leads to it. */
function* valuesOf(value: unknown, path = '#'): Generator<readonly [path: string, value: unknown]> {
  yield [path, value]
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value))
    yield* valuesOf(inner, `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`)
}

describe('the document of the interface', () => {
  let hotel: Hotel
  let document: Document
  let operations: readonly Named[]
  let values: ReadonlyMap<string, unknown>

  beforeAll(async () => {
    hotel = await openHotel()
    document = (await hotel.request(null, 'GET', '/openapi.json')).json
    operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        name: `${method.toUpperCase()} ${path}`,
        path,
        method: method.toUpperCase(),
        operation,
      })),
    )
    values = new Map(valuesOf(document))
  })
  afterAll(() => hotel.close())

  const underRest = () => operations.filter(({ path }) => path.startsWith('/rest'))
  /** The names of those that are not as they should be: a failing test says which. */
  const except = (named: readonly Named[], isRight: (operation: Operation, one: Named) => boolean) =>
    named.filter((one) => !isRight(one.operation, one)).map((one) => one.name)

  const registered = () => {
    const { app, table } = hotel.http
    return table
      .urls()
      .filter((url) => url.startsWith('/rest'))
      .flatMap((url) =>
        METHODS.filter((method) => app.hasRoute({ method, url })).map((method) => ({ method, url })),
      )
  }

  it('is OpenAPI 3.1, of this product and version, as JSON', async () => {
    const answer = await hotel.request(null, 'GET', '/openapi.json')
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe(JSON_TYPE)
    expect(document.openapi).toMatch(/^3\.1\.\d+$/)
    expect(document.info).toMatchObject({ title: 'Reveille', version: PRODUCT.version })
  })

  it('has every route under /rest with each of its methods, and no other', () => {
    const routes = registered().map(
      ({ method, url }) => `${method} ${url.replaceAll(/:([A-Za-z]+)/g, '{$1}')}`,
    )
    expect(routes.length).toBeGreaterThan(50)
    expect(
      underRest()
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(routes.toSorted())
  })

  it('says of every operation what it does, where it belongs and that it needs credentials', () => {
    expect(except(operations, ({ summary }) => (summary ?? '').length > 4)).toEqual([])
    expect(except(operations, ({ tags }) => tags?.length === 1)).toEqual([])
    expect(document.components.securitySchemes['basic']).toEqual({ type: 'http', scheme: 'basic' })
    expect(except(underRest(), ({ security }) => 'basic' in (security?.[0] ?? {}))).toEqual([CLAIM, SIGN_IN])
    expect(except(underRest(), ({ security }) => 'session' in (security?.[1] ?? {}))).toEqual([
      CLAIM,
      SIGN_IN,
    ])
  })

  it('says who may come without credentials', () => {
    expect(document.security).toEqual([{ basic: [] }, { session: [] }])
    const open = operations.filter(
      ({ path, name }) => !path.startsWith('/rest') || [CLAIM, SIGN_IN].includes(name),
    )
    expect(Object.fromEntries(open.map(({ path, operation }) => [path, operation.security]))).toEqual({
      '/rest/setup/claim': [],
      '/rest/session': [],
      '/welcome.json': [],
      '/healthz': [],
      '/readyz': [],
      '/metrics': [{ token: [] }, { basic: [] }, { session: [] }],
    })
  })

  it('names every operation by its id in the contract, and describes it with the permission that it needs', () => {
    expect(operations.map(({ operation }) => String(operation.operationId)).toSorted()).toEqual(
      ENTRIES.map(({ id }) => id).toSorted(),
    )
    const entry = (id: string | undefined) => ENTRIES.find((one) => one.id === id)
    expect(
      except(operations, ({ operationId, description = '' }) => {
        const { needs = [] } = entry(operationId) ?? {}
        return (
          description.length > 10 &&
          (typeof needs === 'string' || needs.every((one) => description.includes(one)))
        )
      }),
    ).toEqual([])
  })

  it('has a chapter for every operation, and is for the server that it came from', () => {
    expect(document.servers.map(({ url }) => url)).toEqual(['/'])
    const chapters = document.tags.map(({ name }) => name)
    expect([...new Set(operations.flatMap(({ operation }) => operation.tags ?? []))].toSorted()).toEqual(
      chapters.toSorted(),
    )
  })

  it('says the same thing of no two operations', () => {
    const summaries = underRest().map(({ operation }) => operation.summary)
    expect(summaries.length).toBe(new Set(summaries).size)
  })

  it('declares every parameter of a path, and none that is not in it', () => {
    const named = (path: string) =>
      [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => String(name)).toSorted()
    const declared = ({ parameters = [] }: Operation) => parameters.filter((one) => one.in === 'path')
    expect(
      except(operations, (operation, { path }) => {
        const names = declared(operation).map((one) => one.name)
        return JSON.stringify(names.toSorted()) === JSON.stringify(named(path))
      }),
    ).toEqual([])
    expect(except(operations, (operation) => declared(operation).every((one) => one.required))).toEqual([])
  })

  it('shows the body of every request that has one, as a form and as JSON', () => {
    const adding = underRest().filter(
      ({ method, path }) => method === 'POST' || (method === 'PUT' && !SOUNDS.includes(path)),
    )
    const isDescribed = (schema: Schema | undefined) =>
      schema?.type === 'object' || schema?.anyOf !== undefined
    expect(
      except(adding, ({ requestBody }) => {
        const content = requestBody?.content ?? {}
        const types = Object.keys(content).toSorted()
        return (
          JSON.stringify(types) === JSON.stringify([JSON_TYPE, FORM]) &&
          Object.values(content).every(({ schema }) => isDescribed(schema))
        )
      }),
    ).toEqual([])
    const others = underRest().filter(({ method }) => method === 'GET' || method === 'DELETE')
    expect(except(others, ({ requestBody }) => requestBody === undefined)).toEqual([])
  })

  it.each(SOUNDS)('shows that a recording goes in and comes out as a file: %s', (path) => {
    const file = { type: 'string', format: 'binary', description: expect.stringMatching(/WAV/) }
    const { put, get } = document.paths[path] ?? {}
    expect(put?.requestBody).toMatchObject({ required: true, content: { [WAV]: { schema: file } } })
    expect(Object.keys(put?.requestBody?.content ?? {})).toEqual([WAV])
    expect(get?.responses['200']?.content).toEqual({ [WAV]: { schema: file } })
    expect(Object.keys(put?.responses['200']?.content ?? {})).toEqual([JSON_TYPE])
  })

  it('shows what each operation answers when it succeeds', () => {
    expect(
      except(underRest(), ({ responses }) => Object.keys(responses).some((status) => status.startsWith('2'))),
    ).toEqual([])
    const reading = underRest().filter(({ method, path }) => method === 'GET' && !path.endsWith('{type}'))
    const others = new Map([
      ['/rest/events', 'text/event-stream'],
      ['/rest/wakeup/list/print', 'text/html'],
      [AUDIO, WAV],
      [PHRASE_AUDIO, WAV],
      ['/rest/config/site-file', 'application/yaml'],
      ['/rest/system/backup/{name}', 'application/vnd.sqlite3'],
    ])
    const typeOf = (path: string) => others.get(path) ?? JSON_TYPE
    expect(
      except(
        reading,
        ({ responses }, { path }) => responses['200']?.content?.[typeOf(path)]?.schema !== undefined,
      ),
    ).toEqual([])
  })

  it('shows the body of every problem', () => {
    expect(
      except(underRest(), ({ responses }) => ALWAYS.every((status) => responses[status] !== undefined)),
    ).toEqual([])
    const isProblem = (schema: Schema | undefined) =>
      ['error', 'description', 'reference'].every((field) => schema?.required?.includes(field))
    expect(
      except(underRest(), ({ responses }) =>
        Object.entries(responses)
          .filter(([status]) => /^[45]/.test(status))
          .every(([, { content }]) => isProblem(content?.[JSON_TYPE]?.schema)),
      ),
    ).toEqual([])
  })

  it.each([
    ['POST /rest/wakeup', '422'],
    ['POST /rest/isi/charge', '422'],
    ['GET /rest/wakeup/{id}', '404'],
    ['POST /rest/isi/item', '409'],
    ['DELETE /rest/isi/category/{id}', '409'],
    ['POST /rest/wakeup', '415'],
    [`PUT ${AUDIO}`, '413'],
    [`PUT ${AUDIO}`, '415'],
    [`PUT ${PHRASE_AUDIO}`, '413'],
    [`PUT ${PHRASE_AUDIO}`, '415'],
    [`DELETE ${PHRASE_AUDIO}`, '404'],
    ['GET /metrics', '401'],
    ['GET /metrics', '403'],
    ['GET /readyz', '503'],
    ['GET /rest/log', '403'],
    ['GET /rest/rsi/room/{room}', '409'],
    ['GET /rest/room/{number}', '409'],
  ])('knows that %s may be answered with %s', (name, status) => {
    const found = operations.find((one) => one.name === name)
    expect(Object.keys(found?.operation.responses ?? {})).toContain(status)
  })

  it.each([
    ['GET /rest/wakeup/list', '403'],
    ['GET /rest/wakeup/list', '409'],
    ['GET /rest/log', '422'],
    ['GET /healthz', '401'],
    ['GET /rest/wakeup/{id}', '413'],
  ])('does not threaten that %s may be answered with %s', (name, status) => {
    const found = operations.find((one) => one.name === name)
    expect(Object.keys(found?.operation.responses ?? {})).not.toContain(status)
  })

  it('gives an example of every request and every JSON answer, and each keeps to its own schema', () => {
    const ajv = new Ajv({ strict: false })
    const contents = operations.flatMap(({ name, operation }) => [
      { name, content: operation.requestBody?.content ?? {} },
      ...Object.entries(operation.responses).map(([status, { content = {} }]) => ({
        name: `${name} ${status}`,
        content,
      })),
    ])
    for (const { name, content } of contents)
      for (const [type, { schema = {}, example, examples = {} }] of Object.entries(content)) {
        const shown = [example, ...Object.values(examples).map((one) => one.value)].filter(
          (one) => one !== undefined,
        )
        expect(shown.length, `${name} ${type}`).toBeGreaterThan(NOT_SHOWN.test(type) ? -1 : 0)
        for (const one of shown) expect(ajv.validate(schema, one), `${name}: ${ajv.errorsText()}`).toBe(true)
      }
  })

  it('tells of the Idempotency-Key on every POST, but for those that write nothing and whose answer is not kept', () => {
    const without = operations.filter(
      ({ method, operation }) =>
        method === 'POST' && !operation.parameters?.some((one) => one.name === 'Idempotency-Key'),
    )
    const keyless = ENTRIES.filter(
      ({ method, reads, unkept }) => method === 'POST' && (reads === true || unkept === true),
    )
    expect(new Set(without.map(({ operation }) => operation.operationId))).toEqual(
      new Set(keyless.map(({ id }) => id)),
    )
  })

  it('names the other forms of an answer, and how a stream of events is taken up again', () => {
    const typesOf = (path: string) =>
      Object.keys(document.paths[path]?.['get']?.responses['200']?.content ?? {}).toSorted()
    expect(typesOf('/rest/log')).toEqual([JSON_TYPE, 'text/csv'])
    expect(typesOf('/rest/wakeup/list')).toEqual([JSON_TYPE, 'text/csv'])
    expect(typesOf('/rest/wakeup/list/{type}')).toEqual([JSON_TYPE])
    expect(typesOf('/rest/wakeup/list/print')).toEqual(['text/html'])
    expect(typesOf('/rest/report/wakeup')).toEqual([JSON_TYPE, 'text/csv'])
    expect(typesOf('/rest/wakeup/{id}/dossier')).toEqual([JSON_TYPE, 'text/html'])
    expect(typesOf('/rest/events')).toEqual(['text/event-stream'])
    const parameters = document.paths['/rest/events']?.['get']?.parameters ?? []
    expect(parameters.map((one) => `${one.in} ${one.name}`).toSorted()).toEqual([
      'header Last-Event-ID',
      'query kinds',
      'query lastEventId',
      'query tenant',
    ])
  })

  it('names what answers tell beside their body: pages, seals, states, charges and when to try again', () => {
    const named = (method: string, path: string) =>
      Object.keys(document.paths[path]?.[method]?.responses['200']?.headers ?? {}).toSorted()
    const told = (method: string, path: string) =>
      named(method, path).filter((name) => name !== 'Reveille-Outage')
    // An outage is told with whatever was asked for.
    expect(named('get', '/rest/wakeup/{id}')).toEqual(['Reveille-Outage'])
    expect(named('post', '/rest/isi/charge')).toEqual(['Reveille-Charge', 'Reveille-Outage'])
    expect(told('get', '/rest/wakeup/list')).toEqual(['Link', 'Reveille-Seal'])
    expect(told('get', '/rest/wakeup/list/print')).toEqual(['Reveille-Seal'])
    expect(told('get', '/rest/config/user/{key}')).toEqual(['ETag'])
    expect(told('get', '/rest/config/site')).toEqual(['ETag'])
    expect(told('get', '/rest/isi/item/{id}')).toEqual(['ETag'])
    expect(told('get', '/rest/wakeup/{id}')).toEqual([])
    expect(told('post', '/rest/isi/charge')).toEqual(['Reveille-Charge'])
    const later = underRest().flatMap(({ name, operation }) =>
      Object.entries(operation.responses)
        .filter(([, { headers = {} }]) => 'Retry-After' in headers)
        .map(([status]) => `${name} ${status}`),
    )
    const refused = underRest().flatMap(({ name, operation }) =>
      ['429', '503'].filter((status) => operation.responses[status]).map((status) => `${name} ${status}`),
    )
    expect(later).toEqual(refused)
  })

  it('tells with each list and each thing what it says that it does', async () => {
    await hotel.request('maid', 'POST', '/rest/isi/charge', { id: '10', quantity: 1, room: '101' })
    const plain = operations.filter(({ method, path }) => method === 'GET' && !path.includes('{'))
    for (const { path, operation } of plain.filter((one) => one.path !== '/rest/events')) {
      const { status, headers } = await hotel.request('boss', 'GET', path)
      if (status !== 200) continue
      const said = Object.keys(operation.responses['200']?.headers ?? {})
      const perhaps = ['Link', 'Reveille-Outage']
      const kept = said.filter((name) => perhaps.includes(name) || name.toLowerCase() in headers)
      expect([path, ...kept]).toEqual([path, ...said])
    }
  })

  it('explains the numbers: error codes and results', () => {
    const { description } = document.info
    for (const name of Object.keys(ERROR) as (keyof typeof ERROR)[])
      expect(description).toContain(`| ${ERROR[name]} | ${ERROR_MEANING[name]} |`)
    for (const name of Object.keys(RESULT) as (keyof typeof RESULT)[])
      expect(description).toContain(`| ${RESULT[name]} | ${RESULT_MEANING[name]} |`)
    expect(description).toContain(`| ${NO_RESULT} |`)
    expect(description).toMatch(/`status`: 0 pending, 1 calling now, 2 done/)
    expect(description).toMatch(/`source`: 1 REST, 2 console, 3 guest phone, 4 property system, 5 site file/)
  })

  it('leads nowhere that is not in it', () => {
    const references = [...values]
      .filter(([path]) => path.endsWith('/$ref'))
      .map(([, target]) => String(target))
    expect(references.filter((target) => !values.has(target))).toEqual([])
  })

  it('holds nothing that was left undefined, and no name that is used inside only', () => {
    const odd = [...values].filter(
      ([path, value]) =>
        value === undefined ||
        value === 'undefined' ||
        value === '[object Object]' ||
        /\/~0[^/]*$/.test(path),
    )
    expect(odd.map(([path]) => path)).toEqual([])
  })

  it('describes every answer, and requires only fields that exist', () => {
    const nameless = operations.filter(({ operation }) =>
      Object.values(operation.responses).some((response) => !response.description),
    )
    expect(nameless.map(({ name }) => name)).toEqual([])
    const lost = [...values].flatMap(([path, value]) => {
      const { required, properties } = (value ?? {}) as Schema
      if (!Array.isArray(required) || properties === undefined) return []
      return required.filter((field) => !(field in properties)).map((field) => `${path}: ${field}`)
    })
    expect(lost).toEqual([])
  })

  it('never shows a secret as something that can be read', () => {
    const shown = underRest().flatMap(({ name, operation }) =>
      [...valuesOf(operation.responses)]
        .filter(([path]) => /\/properties\/(password|secret|token|authKey|passwordHash)$/.test(path))
        .map(([path]) => `${name} ${path}`),
    )
    expect(shown).toEqual([])
  })

  it('says what the lists and single records really are', async () => {
    const answers: readonly (readonly [string, string])[] = [
      ['/rest/system', '/rest/system'],
      ['/rest/isi/item/10', '/rest/isi/item/{id}'],
      ['/rest/isi/category/1', '/rest/isi/category/{id}'],
      ['/rest/rsi/status/001', '/rest/rsi/status/{id}'],
      ['/rest/wakeup/list', '/rest/wakeup/list'],
      ['/rest/isi/item', '/rest/isi/item'],
    ]
    for (const [url, path] of answers) {
      const { json } = await hotel.request('boss', 'GET', url)
      const schema = document.paths[path]?.['get']?.responses['200']?.content?.[JSON_TYPE]?.schema
      expect(Object.keys(json).toSorted()).toEqual([...(schema?.required ?? [])].toSorted())
    }
  })
})

describe('the page of the documentation', () => {
  let hotel: Hotel
  beforeAll(async () => {
    hotel = await openHotel()
  })
  afterAll(() => hotel.close())

  const page = () => hotel.request(null, 'GET', '/docs/')
  const OUTSIDE = /(?:https?:)?\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)+/i

  it('is served, with and without the slash', async () => {
    for (const url of ['/docs', '/docs/']) {
      const answer = await hotel.request(null, 'GET', url)
      expect(answer.status).toBe(200)
      expect(answer.headers['content-type']).toMatch(/^text\/html/)
    }
  })

  it('brings everything it needs from here', async () => {
    const { text } = await page()
    const assets = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link]) => String(link))
    expect(assets.length).toBeGreaterThan(3)
    for (const link of assets) {
      expect(link).not.toMatch(OUTSIDE)
      const { pathname } = new URL(link, 'http://hotel/docs/')
      const answer = await hotel.request(null, 'GET', pathname)
      expect(answer.status).toBe(200)
      expect(answer.text.length).toBeGreaterThan(100)
    }
  })

  it('names no host outside', async () => {
    expect((await page()).text).not.toMatch(OUTSIDE)
  })

  it('may ask nobody else, and works on a network without encryption', async () => {
    const policy = (await page()).headers['content-security-policy'] ?? ''
    const directives = new Map(
      policy
        .split(';')
        .map((one) => one.trim().split(/\s+/))
        .map(([name = '', ...sources]) => [name, sources]),
    )
    expect(directives.get('default-src')).toEqual(["'self'"])
    const sources = new Set([...directives.values()].flat())
    for (const allowed of ["'self'", "'none'", "'unsafe-inline'", 'data:']) sources.delete(allowed)
    expect([...sources]).toEqual([])
    expect(directives.has('upgrade-insecure-requests')).toBe(false)
    expect(directives.get('script-src') ?? []).not.toContain("'unsafe-inline'")
  })

  it('reads the same document', async () => {
    const [own, shown] = await Promise.all(
      ['/openapi.json', '/docs/json'].map((url) => hotel.request(null, 'GET', url)),
    )
    expect(shown?.json).toEqual(own?.json)
  })
})
