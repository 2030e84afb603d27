import { readFileSync } from 'node:fs'
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'

const PROBE = readFileSync(new URL('./probe.js', import.meta.url), 'utf8')
/** Alone in its scope: the page's own names are its own. */
const SCRIPT = `(() => {${PROBE}})()`

/** A desk with a browser, signed in; its processor may be made slower. */
export interface BenchSeat {
  readonly page: Page
  readonly cdp: CDPSession
  /** From now on everything takes so many times as long. */
  slow(brake: number): Promise<void>
  /** In the words of the page's own language. */
  probe<T>(asked: string): Promise<T>
  close(): Promise<void>
}

export async function openVisitor(browser: Browser, url: string): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/Zurich',
    baseURL: url,
  })
  await context.addInitScript(SCRIPT)
  return context
}

export async function signIn(context: BrowserContext): Promise<void> {
  const answer = await context.request.post('/rest/session', {
    data: { username: 'boss', password: 'boss-pw' },
    headers: { 'x-reveille-csrf': 'none', origin: new URL(await originOf(context)).origin },
  })
  if (!answer.ok()) throw new Error(`Nobody can sign in: ${answer.status()}`)
}

/** The browser's own word for where it is. */
async function originOf(context: BrowserContext): Promise<string> {
  const answer = await context.request.get('/welcome.json')
  return answer.url()
}

export async function takeSeat(context: BrowserContext, brake: number): Promise<BenchSeat> {
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  const slow = async (rate: number) => void (await cdp.send('Emulation.setCPUThrottlingRate', { rate }))
  await slow(brake)
  return {
    page,
    cdp,
    slow,
    probe: (asked) => page.evaluate(`probe.${asked}`),
    close: () => page.close(),
  }
}

/** What the page holds when what it no longer needs is gone, in MB. */
export async function heapOf({ cdp }: BenchSeat): Promise<number> {
  await cdp.send('HeapProfiler.enable')
  await cdp.send('HeapProfiler.collectGarbage')
  await cdp.send('Performance.enable')
  const { metrics } = await cdp.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN) / 1e6
}
