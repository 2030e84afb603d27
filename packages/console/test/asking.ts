import type { Page, Request } from 'playwright-core'

/** How much a page has asked for and has no answer to yet; the stream of events never has one. */
export function asking(page: Page): () => number {
  const open = new Set<Request>()
  page.on('request', (request) => {
    if (new URL(request.url()).pathname !== '/rest/events') open.add(request)
  })
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  return () => open.size
}
