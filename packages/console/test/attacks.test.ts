import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserContext, Page } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import { has } from '../../../peers/programs.ts'
import { consoleHotel } from './console-hotel.ts'

const WAKEUP = '/rest/wakeup'
const CALL = 'room=101&time=0700'
const REFUSED = `POST ${WAKEUP} 401`
const FORBIDDEN = `POST ${WAKEUP} 403`
/** What the console hears when its session has ended. */
const SIGNED_OUT = 'GET /rest/events 401'

/** A page of somebody else, on this machine. */
async function openEvil(): Promise<{ readonly port: number; readonly server: Server }> {
  const server = createServer((_, reply) => {
    reply.writeHead(200, { 'content-type': 'text/html' }).end('<title>Win a prize</title>')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, server }
}

/** A script in the page, which sends whatever it is told to. */
const send = (page: Page, url: string, init: object) =>
  page.evaluate<number>(
    `fetch(${JSON.stringify(url)}, ${JSON.stringify(init)}).then(({ status }) => status, () => -1)`,
  )

/** What a page of ours may know of its session. */
const csrfIn = (page: Page) =>
  page.evaluate<string>(
    "fetch('/rest/session', { headers: { 'x-reveille-csrf': 'none' } }).then((it) => it.json()).then((it) => it.csrf)",
  )

const change = (csrf?: string) => ({
  method: 'POST',
  body: CALL,
  headers: {
    'content-type': 'application/x-www-form-urlencoded',
    ...(csrf === undefined ? {} : { 'x-reveille-csrf': csrf }),
  },
})

describe.skipIf(!has('chromium-headless-shell'))('an attack in the browser of somebody signed in', () => {
  const at = consoleHotel()
  const closing: Server[] = []
  afterEach(() => {
    for (const server of closing.splice(0)) {
      server.closeAllConnections()
      server.close()
    }
  })

  const calls = async (): Promise<number> =>
    (await at.hotel.request('boss', 'GET', '/rest/wakeup/list/pending')).json.pending.length

  /** A tab beside the console, with the same cookies, at another page. */
  async function lure(context: BrowserContext, host: string): Promise<Page> {
    const { port, server } = await openEvil()
    closing.push(server)
    const page = await context.newPage()
    await page.goto(`http://${host}:${port}/`)
    return page
  }

  const wake = () => `${at.hotel.url}${WAKEUP}`

  /** A form that needs nobody to press it; the answer is what the server said to it. */
  async function submit(page: Page): Promise<{ readonly status: number; readonly cookie: string }> {
    const answered = page.waitForResponse((response) => response.url() === wake())
    await page.evaluate(`(() => {
      const form = Object.assign(document.createElement('form'), { method: 'post', action: '${wake()}' })
      for (const [name, value] of new URLSearchParams('${CALL}'))
        form.append(Object.assign(document.createElement('input'), { name, value }))
      document.body.append(form)
      form.submit()
    })()`)
    const response = await answered
    const { cookie = '' } = await response.request().allHeaders()
    return { status: response.status(), cookie }
  }

  it('by a form of another site changes nothing: the cookie does not even come along', async () => {
    at.expectRefused(REFUSED)
    await at.sitAs('desk', '/alarms')
    const evil = await lure(at.tab.context, 'localhost')
    expect(await submit(evil)).toEqual({ status: 401, cookie: '' })
    expect(await calls()).toBe(0)
  })

  it('by a page on another port of this host changes nothing, though the cookie comes along', async () => {
    at.expectRefused(REFUSED)
    // The page of somebody else is told so by the browser.
    at.expectWrong(/blocked by CORS policy/)
    await at.sitAs('desk', '/alarms')
    const evil = await lure(at.tab.context, '127.0.0.1')
    const heard = evil.waitForResponse((response) => response.url() === wake())
    await send(evil, wake(), { ...change(), credentials: 'include', mode: 'no-cors' })
    const response = await heard
    expect(response.status()).toBe(401)
    // With the header that it would need, the browser asks first, and is refused.
    expect(await send(evil, wake(), { ...change('guess'), credentials: 'include' })).toBe(-1)
    // What it may not change it may not read either.
    expect(await send(evil, `${at.hotel.url}/rest/session`, { credentials: 'include' })).toBe(-1)
    expect(await submit(evil)).toEqual({ status: 401, cookie: expect.stringContaining('reveille=') })
    expect(await calls()).toBe(0)
  })

  it('with the cookie but without what the session answered changes nothing', async () => {
    const page = await at.sitAs('desk', '/alarms')
    at.expectRefused(REFUSED)
    for (const csrf of [undefined, 'none', 'guess']) expect(await send(page, WAKEUP, change(csrf))).toBe(401)
    expect(await calls()).toBe(0)
    // And with it, it is our own page that asks.
    expect(await send(page, WAKEUP, change(await csrfIn(page)))).toBe(201)
  })

  it('with a token from before the password was changed changes nothing, and the page asks who sits there', async () => {
    const page = await at.sitAs('desk', '/alarms')
    const csrf = await csrfIn(page)
    at.expectRefused(REFUSED, SIGNED_OUT)
    await at.hotel.request('boss', 'PUT', '/rest/config/user/desk', { password: 'night-owl-7' })
    expect(await send(page, WAKEUP, change(csrf))).toBe(401)
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor()
    expect(await calls()).toBe(0)
  })

  it('with a token from before the sign-out everywhere changes nothing', async () => {
    at.expectRefused(REFUSED, SIGNED_OUT)
    const stolen = await at.sitAs('desk', '/alarms')
    const csrf = await csrfIn(stolen)
    const own = await at.sitAs('desk', '/alarms')
    const everywhere = { method: 'DELETE', headers: { 'x-reveille-csrf': await csrfIn(own) } }
    expect(await send(own, '/rest/session?everywhere=true', everywhere)).toBe(200)
    expect(await send(stolen, WAKEUP, change(csrf))).toBe(401)
    await stolen.getByRole('dialog', { name: 'Sign in again' }).waitFor()
    expect(await calls()).toBe(0)
  })

  it('at a locked screen changes nothing', async () => {
    const page = await at.sitAs('desk', '/alarms')
    await page.getByRole('button', { name: 'desk' }).click()
    await page.getByRole('button', { name: 'Lock', exact: true }).click()
    await page.getByRole('button', { name: 'Locked' }).waitFor()
    at.expectRefused(FORBIDDEN)
    expect(await send(page, WAKEUP, change(await csrfIn(page)))).toBe(403)
    expect(await calls()).toBe(0)
  })

  it('at a display changes nothing', async () => {
    const page = await at.sit({}, '/alarms')
    await page.getByRole('checkbox').check()
    await at.signIn('desk')
    await at.isLive()
    at.expectRefused(FORBIDDEN)
    expect(await send(page, WAKEUP, change(await csrfIn(page)))).toBe(403)
    expect(await calls()).toBe(0)
  })
})
