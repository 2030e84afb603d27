// Keeps the frame of the console, so that a page can say in words that the server is away. Nothing of the hotel is kept:
// what the interface answers never passes here. The network always comes first, and a new build takes the place of all
// that was kept of another one.

const KEPT = 'reveille-console-'
const PAGE = '/'
/** Named by what is in them: one that is kept is never another. */
const ASSETS = '/assets/'
/** Addresses that are not the console's. */
const OTHERS = /^\/(rest|docs|assets|openapi\.json|healthz|readyz|metrics|welcome\.json)(\/|$)/i
const BUILD = 'reveille-console'
/** A proxy whose server is gone. */
const AWAY = [502, 503, 504]
const PATIENCE_MS = 8_000

const isPage = (response) => response.ok && response.headers.has(BUILD)

/** The page and what it names itself; other parts are kept when they are first asked for. */
async function keep(response) {
  const name = KEPT + response.headers.get(BUILD)
  const cache = await caches.open(name)
  if ((await cache.match(PAGE)) !== undefined) return
  const text = await response.clone().text()
  // Named once for each page that needs it; twice the same is refused.
  const files = new Set([...text.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, file]) => file))
  await cache.addAll([...files])
  await cache.put(PAGE, response)
  for (const other of await caches.keys())
    if (other.startsWith(KEPT) && other !== name) await caches.delete(other)
}

async function newest() {
  const names = await caches.keys()
  const name = names.filter((one) => one.startsWith(KEPT)).at(-1)
  return name === undefined ? null : caches.open(name)
}

async function keptPage() {
  const cache = await newest()
  return (await cache?.match(PAGE)) ?? null
}

async function pageFor(event) {
  try {
    const response = await fetch(event.request, { signal: AbortSignal.timeout(PATIENCE_MS) })
    if (isPage(response)) event.waitUntil(keep(response.clone()).catch(() => {}))
    return AWAY.includes(response.status) ? ((await keptPage()) ?? response) : response
  } catch {
    return (await keptPage()) ?? Response.error()
  }
}

async function fileFor(event) {
  const kept = await caches.match(event.request)
  if (kept !== undefined) return kept
  const [response, cache] = await Promise.all([fetch(event.request), newest()])
  if (response.ok && cache !== null) event.waitUntil(cache.put(event.request, response.clone()))
  return response
}

// The page that has brought it was not loaded through it. What is kept while it is installed, the browser also translates
// beforehand.
self.addEventListener('install', (event) => {
  const begin = async () => {
    const response = await fetch(PAGE, { headers: { accept: 'text/html' } })
    if (isPage(response)) await keep(response)
  }
  event.waitUntil(Promise.all([self.skipWaiting(), begin().catch(() => {})]))
})

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== self.location.origin) return
  if (pathname.startsWith(ASSETS)) event.respondWith(fileFor(event))
  else if (mode === 'navigate' && !OTHERS.test(pathname)) event.respondWith(pageFor(event))
})
