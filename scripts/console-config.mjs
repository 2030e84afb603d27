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
  '/today': ['today/page.tsx', 'today/entry/entry-line.tsx'],
  '/rooms': ['rooms/page.tsx'],
}

/** A part and all that it needs, without what is there already. */
function partsOf(bundle, name, there = new Set()) {
  if (there.has(name)) return []
  there.add(name)
  return [name, ...bundle[name].imports.flatMap((next) => partsOf(bundle, next, there))]
}

const linkTo = (file, path, attrs) => ({
  tag: 'link',
  injectTo: 'head',
  attrs: { ...attrs, crossorigin: true, href: `/${file}`, 'data-page': path },
})

function linksOf(bundle, path, files) {
  const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk')
  const there = new Set()
  for (const { isEntry, fileName } of chunks) if (isEntry) partsOf(bundle, fileName, there)
  const own = chunks
    .filter(({ facadeModuleId }) => files.some((one) => facadeModuleId?.endsWith(`/pages/${one}`)))
    .flatMap(({ fileName }) => partsOf(bundle, fileName, there))
  const styles = new Set(own.flatMap((name) => [...(bundle[name].viteMetadata?.importedCss ?? [])]))
  return [
    ...own.map((name) => linkTo(name, path, { rel: 'modulepreload' })),
    ...[...styles].map((name) => linkTo(name, path, { rel: 'preload', as: 'style' })),
  ]
}

/** What a page needs is named beside the script, and not found out by it; the server leaves out what another page needs. */
const namePages = {
  name: 'name-pages',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle = {} }) =>
      Object.entries(FIRST_PAGES).flatMap(([path, files]) => linksOf(bundle, path, files)),
  },
}

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
    rolldownOptions: { onLog: toldToUs },
  },
}

/** Only what is built carries the mark: the workshop has no server that would put the nonce in. */
export const builtConfig = { ...consoleConfig, html: { cspNonce: NONCE }, plugins: [namePages] }
