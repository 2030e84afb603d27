import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable, Writable } from 'node:stream'

/** What the browser answers to a command of its DevTools protocol. */
interface Answer {
  readonly id?: number
  readonly result?: Record<string, unknown>
  readonly error?: { readonly message: string }
}

type Ask = (method: string, params?: object, sessionId?: string) => Promise<Record<string, unknown>>

/**
 * A browser as somebody uses it, with a profile of its own. A library that drives a browser listens to its network,
 * and then every script is read for its source positions: an eighth of the time until a page can be worked with.
 */
export interface BareBrowser {
  /** Cookies as another browser has them. */
  give(cookies: readonly object[]): Promise<void>
  open(slower: number): Promise<BareTab>
  close(): Promise<void>
}

export interface BareTab {
  goto(url: string): Promise<void>
  /** What an expression becomes in the page; promises are awaited. */
  evaluate<T>(expression: string): Promise<T>
  close(): Promise<void>
}

const SIZE = { width: 1440, height: 900, deviceScaleFactor: 1, mobile: false }

export async function openBareBrowser(): Promise<BareBrowser> {
  const profile = mkdtempSync(path.join(tmpdir(), 'profile-'))
  const child = spawn(
    '/usr/bin/chromium-headless-shell',
    ['--no-sandbox', '--disable-gpu', '--remote-debugging-pipe', `--user-data-dir=${profile}`],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'], env: { ...process.env, TZ: 'Europe/Zurich' } },
  )
  const ask = asker(child)
  return {
    give: async (cookies) => void (await ask('Storage.setCookies', { cookies })),
    open: (slower) => openTab(ask, slower),
    async close() {
      const gone = once(child, 'exit')
      void ask('Browser.close')
      await gone
      // Its helpers write to the last.
      rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    },
  }
}

/** One message after the other, each ended by a zero. */
function asker(child: ChildProcess): Ask {
  const [, , , to, from] = child.stdio as [null, null, null, Writable, Readable]
  const waiting = new Map<number, (answer: Answer) => void>()
  let [last, rest] = [0, '']
  from.setEncoding('utf8').on('data', (text: string) => {
    const whole = (rest + text).split('\0')
    rest = whole.pop() ?? ''
    for (const one of whole) {
      const answer = JSON.parse(one) as Answer
      if (answer.id !== undefined) waiting.get(answer.id)?.(answer)
    }
  })
  return async (method, params = {}, sessionId) => {
    const id = ++last
    const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve))
    to.write(`${JSON.stringify({ id, method, params, sessionId })}\0`)
    const { result, error } = await answered
    waiting.delete(id)
    if (error !== undefined) throw new Error(`${method}: ${error.message}`)
    return result ?? {}
  }
}

async function openTab(ask: Ask, slower: number): Promise<BareTab> {
  const { targetId } = await ask('Target.createTarget', { url: 'about:blank' })
  const { sessionId } = await ask('Target.attachToTarget', { targetId, flatten: true })
  const tell = (method: string, params = {}) => ask(method, params, String(sessionId))
  await tell('Emulation.setDeviceMetricsOverride', SIZE)
  await tell('Emulation.setCPUThrottlingRate', { rate: slower })
  return {
    goto: async (url) => void (await tell('Page.navigate', { url })),
    async evaluate<T>(expression: string) {
      const { result, exceptionDetails } = await tell('Runtime.evaluate', {
        expression,
        awaitPromise: true,
        returnByValue: true,
      })
      if (exceptionDetails !== undefined)
        throw new Error(`${expression}: ${JSON.stringify(exceptionDetails)}`)
      return (result as { readonly value: T }).value
    },
    close: async () => void (await ask('Target.closeTarget', { targetId })),
  }
}
