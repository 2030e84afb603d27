import type { Browser } from 'playwright-core'
import { openVisitor, signIn, takeSeat } from './seat.ts'

/** Whoever sees these can work: the line takes what is typed, and the calls of the morning are there. */
const TODAY = `['.entry textarea:not([readonly])', '.calls .row.call']`
const DOOR = `['input[name=username]']`

export interface Visits {
  /** What the first visit loads of the console itself, by gzip. */
  readonly bytes: number
  /** Milliseconds from the address to a page that can be worked with. */
  readonly door: number
  readonly first: number
  readonly second: number
  /** Answers that came from anywhere else. */
  readonly elsewhere: number
}

/** Nothing kept: the door. Signed in: Today for the first time with nothing kept, and again. */
export async function measureVisits(browser: Browser, url: string, slower: number): Promise<Visits> {
  const context = await openVisitor(browser, url)
  const stranger = await takeSeat(context, slower)
  await stranger.page.goto('/', { waitUntil: 'commit' })
  const door = await stranger.probe<number>(`usable(${DOOR})`)
  await stranger.close()
  await signIn(context)
  const cookies = await context.storageState()
  await context.close()
  const fresh = await openVisitor(browser, url)
  await fresh.addCookies(cookies.cookies)
  const seat = await takeSeat(fresh, slower)
  const loaded: string[] = []
  seat.page.on('request', (request) => loaded.push(request.url()))
  await seat.page.goto('/today', { waitUntil: 'commit' })
  const first = await seat.probe<number>(`usable(${TODAY})`)
  const assets = loaded.filter((one) => one.startsWith(`${url}/assets/`))
  await seat.page.locator('.link.live').waitFor()
  await seat.page.goto('about:blank')
  await seat.page.goto('/today', { waitUntil: 'commit' })
  const second = await seat.probe<number>(`usable(${TODAY})`)
  await fresh.close()
  const elsewhere = loaded.filter((one) => !one.startsWith(url) && !one.startsWith('data:')).length
  return { bytes: await weighed([`${url}/`, ...assets]), door, first, second, elsewhere }
}

/** As they come over the wire to who takes gzip. */
async function weighed(addresses: readonly string[]): Promise<number> {
  const { gzipSync } = await import('node:zlib')
  const sizes = [...new Set(addresses)].map(async (address) => {
    const body = await (await fetch(address, { headers: { accept: 'text/html, */*' } })).arrayBuffer()
    return gzipSync(Buffer.from(body), { level: 9 }).length
  })
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}
