import type { SiteFile } from '@reveille/contract'
import { Ajv, type ValidateFunction } from 'ajv'
import { createLog } from '../src/kernel/log.ts'
import { basic, type Hotel, openHotel, SITE } from './hotel.ts'
import { type Content, type InterfaceDocument, type RandomRequest, requestMaker } from './random-requests.ts'
import { scriptedConnector } from './scripted-connector.ts'

/** Before a route is known, as the description of the document says. */
const UNROUTED = [404, 405, 408, 414, 421, 431]
const MOST_KNOWN = 500

export interface Fuzzed {
  readonly requests: number
  readonly byStatus: Readonly<Record<number, number>>
  /** What no answer may be: a failure of ours, a status or a body that the document does not name. */
  readonly wrongs: readonly string[]
}

/** What there is to ask for, and what is made of it. */
export interface RequestSource {
  readonly document: InterfaceDocument
  requests(many: number, seed: number): RandomRequest[]
}

/** The document is the same for every hotel, and to make requests of it takes a while to prepare. */
export async function requestSource(): Promise<RequestSource> {
  const hotel = await openHotel()
  try {
    const document = (await hotel.request(null, 'GET', '/openapi.json')).json as InterfaceDocument
    return { document, requests: requestMaker(document) }
  } finally {
    await hotel.close()
  }
}

/** A hotel that has one of everything. */
const HOUSE: SiteFile = {
  ...SITE,
  prompts: [{ id: 7, description: 'Regatta', text: 'The regatta begins' }],
  telephony: { mode: 'virtual', lines: [{ name: 'voice1', uri: 'sip:voice1@hotel.example' }] },
}

/** A hotel of its own that is asked whatever chance makes of the document. */
export async function fuzzHotel(source: RequestSource, many: number, seed: number): Promise<Fuzzed> {
  const errors: string[] = []
  const hotel = await openHotel({
    site: HOUSE,
    log: createLog('error', { write: (line: string) => void errors.push(line) }),
    connectorFor: () => Object.assign(scriptedConnector(), { ready: false }),
  })
  try {
    const fuzzed = await askAll(hotel, source, many, seed)
    return { ...fuzzed, wrongs: [...fuzzed.wrongs, ...errors] }
  } finally {
    await hotel.close()
  }
}

async function askAll(
  hotel: Hotel,
  { document, requests }: RequestSource,
  many: number,
  seed: number,
): Promise<Fuzzed> {
  const known = new Known()
  await lookAround(hotel, document, known)
  const byStatus: Record<number, number> = {}
  const wrongs: string[] = []
  let place = 0
  for (const request of requests(many, seed)) {
    // Failed sign-ins are counted by address: nobody is to be turned away for that.
    const answer = await send(hotel, request, known, `10.9.${++place >> 8}.${place & 255}`)
    byStatus[answer.status] = (byStatus[answer.status] ?? 0) + 1
    const why = wrongIn(request, answer)
    if (why !== null) wrongs.push(`${answer.said}: ${why}`)
    else known.hear(request.path, answer.text)
  }
  return { requests: many, byStatus, wrongs }
}

interface Answer {
  readonly said: string
  readonly status: number
  readonly type: string
  readonly text: string
}

async function send(
  hotel: Hotel,
  request: RandomRequest,
  known: Known,
  remoteAddress: string,
): Promise<Answer> {
  const { method, user } = request
  const filled = (text: string) =>
    text.replaceAll(/\{(\d+)\}/g, (_, n: string) => encodeURIComponent(known.pick(request.path, Number(n))))
  const url = spared(filled(request.url))
  const payload = request.body === null ? undefined : filled(request.body)
  const headers = { ...request.headers, ...(user === '' ? {} : { authorization: basic(user, `${user}-pw`) }) }
  const reply = await hotel.http.app.inject({
    method: method as 'GET',
    url,
    headers,
    remoteAddress,
    ...(payload === undefined ? {} : { payload }),
    payloadAsStream: true,
  })
  const text = await beginningOf(reply.stream())
  const said = `${method} ${url} ${payload?.slice(0, 300) ?? ''} ${JSON.stringify(request.headers)} by ${user}`
  return { said, status: reply.statusCode, type: String(reply.headers['content-type'] ?? ''), text }
}

/** Without the account that asks, nothing more could be found. */
const spared = (url: string) => url.replace(/^(\/rest\/config\/user\/)boss/, '$1desk')

/** A stream of events has no end. */
async function beginningOf(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) {
    chunks.push(chunk)
    if (chunk.includes(': caught up with')) break
  }
  return Buffer.concat(chunks).toString()
}

function wrongIn({ operation, method, isMeant, path }: RandomRequest, answer: Answer): string | null {
  const { status, text } = answer
  if (status >= 500) return `${status} ${text}`
  if (method === 'HEAD') return null
  const promised = isMeant ? operation.responses[status] : undefined
  if (promised) return breachOf(promised.content ?? {}, answer)
  return isMeant && !UNROUTED.includes(status) ? `${path} does not name ${status}` : problemIn(status, text)
}

function breachOf(content: Content, { status, type, text }: Answer): string | null {
  // "200, no body" stands in the document as null.
  const isNothing = Object.values(content).every(({ schema }) => schema?.['type'] === 'null')
  if (isNothing) return text === '' ? null : `a body where none is promised: ${text.slice(0, 200)}`
  const [media = ''] = type.split(';')
  const promised = content[media]
  if (!promised) return `the type ${type} is not promised for ${status}`
  return promised.schema && media === 'application/json' ? schemaBreach(promised.schema, text) : null
}

function problemIn(status: number, text: string): string | null {
  if (status < 400) return null
  return /^\{"error":\d+,"description":".+","reference":"[^"]+","code":"[a-z.-]+".*\}$/.test(text)
    ? null
    : `${status} is no problem as promised: ${text}`
}

const ajv = new Ajv({ strict: false, validateFormats: false, validateSchema: false })
const compiled = new WeakMap<object, ValidateFunction>()

function schemaBreach(schema: object, text: string): string | null {
  const check = compiled.get(schema) ?? ajv.compile(schema)
  compiled.set(schema, check)
  return check(JSON.parse(text))
    ? null
    : `breaks its schema: ${ajv.errorsText(check.errors)}: ${text.slice(0, 300)}`
}

/** What is there at the beginning. */
async function lookAround(hotel: Hotel, { paths }: InterfaceDocument, known: Known) {
  for (const path of Object.keys(paths).filter(
    (one) => !/[{]|events|metrics/.test(one) && paths[one]?.['get'],
  ))
    known.hear(path, (await hotel.request('boss', 'GET', path)).text)
}

/** Ids and names that answers have told of, by the noun of their path. */
class Known {
  readonly #things = new Map<string, string[]>()

  hear(path: string, text: string) {
    const noun = nounOf(path)
    const things = this.#things.get(noun) ?? []
    this.#things.set(noun, things)
    for (const [, id = ''] of text
      .slice(0, 5_000)
      .matchAll(/"(?:id|name|username|number)":"([^"\\]{1,64})"/g))
      if (things.length < MOST_KNOWN && !things.includes(id)) things.push(id)
  }

  pick(path: string, n: number): string {
    const things = this.#things.get(nounOf(path)) ?? []
    return things[n % Math.max(1, things.length)] ?? '101'
  }
}

/** `/rest/wakeup/list/pending` and `/rest/wakeup/{id}/skip` are of `wakeup`. */
const nounOf = (path: string) => /^\/rest\/(?:(?:config|isi|rsi)\/)?([^/]+)/.exec(path)?.[1] ?? ''
