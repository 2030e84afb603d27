// How the console is put together, for its build and for its workshop (`npm run console`).
import { fileURLToPath } from 'node:url'

export const CONSOLE = fileURLToPath(new URL('../packages/console/', import.meta.url))

/** What the server puts in at every answer: the policy of the page lets in only styles that carry it. */
const NONCE = '%NONCE%'

/** Libraries mark what is not for servers; here nothing is. */
function toldToUs(level, log, tell) {
  if (log.code !== 'MODULE_LEVEL_DIRECTIVE') tell(level, log)
}

/** Where most people begin; each with what it brings by itself. */
const FIRST_PAGES = {
  '/today': ['pages/today/page.tsx', 'pages/today/entry/entry-line.tsx'],
  '/rooms': ['pages/rooms/page.tsx'],
}

/** A part and all that it needs, without what is there already. */
function partsOf(bundle, name, there = new Set()) {
  if (there.has(name)) return []
  there.add(name)
  return [name, ...bundle[name].imports.flatMap((next) => partsOf(bundle, next, there))]
}

const linkTo = (file, page, attrs) => ({
  tag: 'link',
  injectTo: 'head',
  attrs: { ...attrs, crossorigin: true, href: `/${file}`, ...page },
})

const chunksOf = (bundle) => Object.values(bundle).filter(({ type }) => type === 'chunk')
const isMadeOf = (files) => (chunk) => files.some((one) => chunk.facadeModuleId?.endsWith(`/src/${one}`))

function linksOf(bundle, page, files, there) {
  const own = chunksOf(bundle)
    .filter(isMadeOf(files))
    .flatMap(({ fileName }) => partsOf(bundle, fileName, there))
  const styles = new Set(own.flatMap((name) => [...(bundle[name].viteMetadata?.importedCss ?? [])]))
  return [
    ...own.map((name) => linkTo(name, page, { rel: 'modulepreload' })),
    ...[...styles].map((name) => linkTo(name, page, { rel: 'preload', as: 'style' })),
  ]
}

/** What draws, on every page, and then what each page needs beside it. */
function allLinks(bundle) {
  const there = new Set()
  for (const { isEntry, fileName } of chunksOf(bundle)) if (isEntry) partsOf(bundle, fileName, there)
  const ofAll = linksOf(bundle, {}, ['app.tsx'], there)
  const ofPages = Object.entries(FIRST_PAGES).map(([path, files]) =>
    linksOf(bundle, { 'data-page': path }, files, new Set(there)),
  )
  return [...ofAll, ...ofPages.flat()]
}

/** What a page needs is named beside the script, and not found out by it; the server leaves out what another page needs. */
const namePages = {
  name: 'name-pages',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle = {} }) => allLinks(bundle),
  },
}

/** A module and all that it imports before it runs, without what is there already. */
function modulesOf(id, moduleOf, there) {
  if (there.has(id)) return
  there.add(id)
  for (const next of moduleOf(id)?.importedIds ?? []) modulesOf(next, moduleOf, there)
}

const STARTS = `${CONSOLE}src/main.tsx`
const DRAWS = `${CONSOLE}src/app.tsx`

/** What asks is one file, and what draws another: of many small ones each would be waited for. */
const fileOf = (name, place, priority) => ({
  priority,
  debugName: name,
  name(id, build) {
    const all = new Set()
    modulesOf(place, (one) => build.getModuleInfo(one), all)
    return id !== place && all.has(id) ? name : null
  },
})

export const consoleConfig = {
  root: CONSOLE,
  configFile: false,
  logLevel: 'warn',
  clearScreen: false,
  // The contract is large and imported as types only: it never gets here.
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    // Our policy lets in no data: but images, and a module is loaded where it is used.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // What comes over the wire is limited by scripts/console-budget.mjs.
    chunkSizeWarningLimit: 2_000,
    rolldownOptions: {
      onLog: toldToUs,
      output: { codeSplitting: { groups: [fileOf('start', STARTS, 2), fileOf('app', DRAWS, 1)] } },
    },
  },
}

/** What the workshop has no pages of: the hotel answers. */
const OF_THE_HOTEL = ['/rest', '/welcome.json', '/openapi.json', '/docs']

/** The workshop, before a hotel of its own. To that one it looks as if its own page asked. */
export function workshopConfig(hotel, port) {
  const configure = (proxy) =>
    proxy.on('proxyReq', (request) => {
      if (request.getHeader('origin') !== undefined) request.setHeader('origin', hotel)
    })
  const proxied = { target: hotel, changeOrigin: true, configure }
  const proxy = Object.fromEntries(OF_THE_HOTEL.map((place) => [place, proxied]))
  return { ...consoleConfig, server: { port, proxy } }
}

/** Only what is built carries the mark: the workshop has no server that would put the nonce in. */
export const builtConfig = { ...consoleConfig, html: { cspNonce: NONCE }, plugins: [namePages] }
