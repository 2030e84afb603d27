// How the console is put together, for its build and for its workshop (`npm run console`).
import { fileURLToPath } from 'node:url'

export const CONSOLE = fileURLToPath(new URL('../packages/console/', import.meta.url))

/** What the server puts in at every answer: the policy of the page lets in only styles that carry it. */
const NONCE = '%NONCE%'

/** Libraries mark what is not for servers; here nothing is. */
function toldToUs(level, log, tell) {
  if (log.code !== 'MODULE_LEVEL_DIRECTIVE') tell(level, log)
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
export const builtConfig = { ...consoleConfig, html: { cspNonce: NONCE } }
