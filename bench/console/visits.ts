import { gzipSync } from 'node:zlib'
import { median } from '../figures.ts'
import type { Amount, Pace } from '../pace.ts'
import { type BareBrowser, openBareBrowser } from './bare-browser.ts'

/** Whoever sees these can work: the line takes what is typed, and the calls of the morning are there. */
const TODAY = ['.entry textarea:not([readonly])', '.calls .row.call']
const DOOR = ['input[name=username]']
/** What a page keeps and brings for later is left to be done, as between two visits of a person. */
const REST_MS = 1_500

export interface Visits {
  /** What the first visit loads of the console itself, by gzip. */
  readonly bytes: number
  /** Milliseconds from the address to a page that can be worked with; the median of several browsers. */
  readonly door: number
  readonly first: number
  readonly second: number
  /** Answers that came from anywhere else. */
  readonly elsewhere: number
}

/** When all that these selectors find has been painted, by the page's own clock. */
const shown = (selectors: readonly string[]) => `new Promise((resolve) => {
  const selectors = ${JSON.stringify(selectors)}
  const channel = new MessageChannel()
  channel.port1.onmessage = () => resolve(performance.now())
  const look = () => {
    if (!selectors.every((one) => document.querySelector(one) !== null)) return
    changes.disconnect()
    requestAnimationFrame(() => channel.port2.postMessage(null))
  }
  const changes = new MutationObserver(look)
  changes.observe(document, { subtree: true, childList: true, attributes: true })
  look()
})`

const LIVE = `new Promise((resolve) => {
  const look = () => document.querySelector('.link.live') === null ? requestAnimationFrame(look) : setTimeout(resolve, ${REST_MS})
  look()
})`

const LOADED = `performance.getEntriesByType('resource').map(({ name }) => name)`

/** Nothing kept: the door. Signed in: Today for the first time with nothing kept, and again. */
export async function measureVisits(
  url: string,
  slower: number,
  pace: Pace,
  amount: Amount,
): Promise<Visits> {
  const rounds = await pace.gather(amount, slower, (brake) => visited(url, brake))
  const loaded = rounds[0]?.loaded ?? []
  const of = (which: 'door' | 'first' | 'second') => median(rounds.map((one) => one[which]))
  return {
    bytes: await weighed([`${url}/`, ...loaded.filter((one) => one.startsWith(`${url}/assets/`))]),
    door: of('door'),
    first: of('first'),
    second: of('second'),
    elsewhere: loaded.filter((one) => !one.startsWith(url) && !one.startsWith('data:')).length,
  }
}

interface Round extends Pick<Visits, 'door' | 'first' | 'second'> {
  readonly loaded: readonly string[]
}

async function visited(url: string, brake: number): Promise<Round> {
  const stranger = await openBareBrowser()
  const door = await visit(stranger, url, brake, { path: '/', selectors: DOOR })
  await stranger.close()
  const browser = await openBareBrowser()
  await browser.give([await cookieOf(url)])
  const first = await visit(browser, url, brake, { path: '/today', selectors: TODAY })
  const second = await visit(browser, url, brake, { path: '/today', selectors: TODAY })
  await browser.close()
  return { door: door.at, first: first.at, second: second.at, loaded: first.loaded }
}

interface Aim {
  readonly path: string
  readonly selectors: readonly string[]
}

async function visit(browser: BareBrowser, url: string, brake: number, { path, selectors }: Aim) {
  const tab = await browser.open(brake)
  await tab.goto(`${url}${path}`)
  const at = await tab.evaluate<number>(shown(selectors))
  const loaded = await tab.evaluate<readonly string[]>(LOADED)
  if (selectors !== DOOR) await tab.evaluate(LIVE)
  await tab.close()
  return { at, loaded }
}

async function cookieOf(url: string) {
  const answer = await fetch(`${url}/rest/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-reveille-csrf': 'none', origin: new URL(url).origin },
    body: JSON.stringify({ username: 'boss', password: 'boss-pw' }),
  })
  const [name = '', value = ''] = (answer.headers.get('set-cookie') ?? '').split(';', 1)[0]?.split('=') ?? []
  if (!answer.ok || name === '') throw new Error(`Nobody can sign in: ${answer.status}`)
  return { name, value, url }
}

/** As they come over the wire to who takes gzip. */
async function weighed(addresses: readonly string[]): Promise<number> {
  const sizes = [...new Set(addresses)].map(async (address) => {
    const body = await (await fetch(address, { headers: { accept: 'text/html, */*' } })).arrayBuffer()
    return gzipSync(Buffer.from(body), { level: 9 }).length
  })
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}
