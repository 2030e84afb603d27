import { createServer } from 'node:http'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { build } from 'esbuild'
import type { Browser } from 'playwright-core'
import { median } from '../figures.ts'
import { PEERS } from '../install-peers.ts'
import { takeSeat } from './seat.ts'

const CHANGES = 20
const RELOADS = 5

export interface OtherWays {
  /** The board on the parts of a library: shown, and one room changed. */
  readonly partsShown: number
  readonly partsChange: number
  /** A page of the server's, loaded anew for each change. */
  readonly reload: number
}

export async function measureOthers(browser: Browser, brake: number): Promise<OtherWays> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const parts = await takeSeat(context, brake)
  await parts.page.setContent('<!doctype html><div id="board"></div>')
  await parts.page.addStyleTag({
    content: readFileSync(createRequire(`${PEERS}/package.json`).resolve('@mantine/core/styles.css'), 'utf8'),
  })
  await parts.page.addScriptTag({ content: await partsScript() })
  const partsShown = await parts.page.evaluate<number>('board.show()')
  const changes: number[] = []
  for (let at = 0; at < CHANGES; at++)
    changes.push(await parts.page.evaluate<number>(`board.change('${110 + at}', 'Dirty')`))
  await parts.close()
  const reload = await reloaded(await takeSeat(context, brake).then(({ page }) => page))
  await context.close()
  return { partsShown, partsChange: median(changes), reload }
}

async function partsScript(): Promise<string> {
  const made = await build({
    // With the React that is installed beside these parts: two copies of it do not work together.
    stdin: {
      contents: readFileSync(new URL('./mantine-board.mjs', import.meta.url), 'utf8'),
      resolveDir: PEERS,
    },
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  return made.outputFiles[0]?.text ?? ''
}

type Page = Awaited<ReturnType<typeof takeSeat>>['page']

const PAINTED = `new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(performance.now()))))`

/** From the request to the paint, as a page without any script is kept up to date. */
async function reloaded(page: Page): Promise<number> {
  const server = createServer((_, reply) => reply.setHeader('content-type', 'text/html').end(wholePage()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`
  const times: number[] = []
  for (let round = 0; round < RELOADS; round++) {
    await page.goto(url)
    times.push(await page.evaluate<number>(PAINTED))
  }
  server.close()
  server.closeAllConnections()
  return median(times)
}

const wholePage = () =>
  `<!doctype html><title>Rooms</title><table>${Array.from(
    { length: 2_000 },
    (_, at) =>
      `<tr><td>${100 + at}<td>Clean<td>14 min<td><form method="post"><select name="state"><option>Clean<option>Dirty<option>Inspected</select><input type="submit" value="Save"></form>`,
  ).join('')}</table>`
