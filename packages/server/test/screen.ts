import type { Answer, Body, Hotel } from './hotel.ts'
import { mustBePromised } from './promised.ts'

type Headers = Readonly<Record<string, string>>

export interface ScreenOptions {
  readonly password?: string
  readonly display?: boolean
  readonly from?: string
  readonly agent?: string
}

const HOST = 'localhost'
/** What a page of ours sends with everything: where it is from, and that somebody has just touched it. */
const OWN_PAGE: Headers = {
  host: HOST,
  origin: `http://${HOST}`,
  'sec-fetch-site': 'same-origin',
  'reveille-idle': '0',
}

/** A browser that shows one of our own pages, and keeps its cookie as browsers do. */
export class Screen {
  readonly #hotel: Hotel
  readonly from: string
  cookie = ''
  csrf = 'none'

  constructor(hotel: Hotel, { from = '10.0.0.20' }: ScreenOptions = {}) {
    this.#hotel = hotel
    this.from = from
  }

  /** Signs in, and fails if that is refused. */
  static async at(hotel: Hotel, username: string, options: ScreenOptions = {}): Promise<Screen> {
    const screen = new Screen(hotel, options)
    const answer = await screen.signIn(username, options)
    if (answer.status !== 201) throw new Error(`${username} cannot sign in: ${answer.text}`)
    return screen
  }

  signIn(username: string, { password = `${username}-pw`, display, agent }: ScreenOptions = {}) {
    const fields = { username, password, ...(display === undefined ? {} : { display }) }
    return this.ask('POST', '/rest/session', fields, agent === undefined ? {} : { 'user-agent': agent })
  }

  /** The headers of a request that this page makes. */
  headers(): Headers {
    return { ...OWN_PAGE, 'x-reveille-csrf': this.csrf, ...(this.cookie ? { cookie: this.cookie } : {}) }
  }

  /** What an empty text stands for is not sent at all. */
  async ask(method: string, url: string, body?: Body, changed: Headers = {}): Promise<Answer> {
    const given = Object.entries({ ...this.headers(), ...changed }).filter(([, value]) => value !== '')
    const reply = await this.#hotel.http.app.inject({
      method: method as 'GET',
      url,
      remoteAddress: this.from,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...Object.fromEntries(given),
      },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    if (reply.statusCode !== 303) mustBePromised(method, url, reply.statusCode, reply.headers)
    const json = /^[[{]/.test(reply.payload) ? JSON.parse(reply.payload) : undefined
    this.#keep([reply.headers['set-cookie'] ?? []].flat(), json)
    const headers = Object.fromEntries(
      Object.entries(reply.headers).map(([name, value]) => [name, String(value)]),
    )
    return { status: reply.statusCode, headers, text: reply.payload, json }
  }

  async status(method: string, url: string, body?: Body, changed: Headers = {}): Promise<number> {
    return (await this.ask(method, url, body, changed)).status
  }

  #keep(cookies: readonly string[], json: { csrf?: unknown } | undefined) {
    for (const cookie of cookies) this.cookie = /Max-Age=0/.test(cookie) ? '' : (cookie.split(';')[0] ?? '')
    if (typeof json?.csrf === 'string') this.csrf = json.csrf
  }
}
