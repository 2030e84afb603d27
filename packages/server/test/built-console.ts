import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

export const SCRIPT = `export const words = ${JSON.stringify('guten Morgen '.repeat(20_000))}`

const PAGE = `<!doctype html><html data-build="%BUILD%"><meta property="csp-nonce" nonce="%NONCE%">
<style nonce="%NONCE%"></style><script type="module" src="/assets/index-1.js"></script></html>`

/** A console as its build leaves it, with a page, files named by what is in them, and some that are not. */
export function builtConsole(page = PAGE) {
  const folder = mkdtempSync(path.join(tmpdir(), 'reveille-console-'))
  const put = (name: string, content: string | Buffer) => writeFileSync(path.join(folder, name), content)
  mkdirSync(path.join(folder, 'assets'))
  put('index.html', page)
  put('favicon.svg', '<svg/>')
  put('sw.js', 'self.skipWaiting()')
  put('secret.txt', 'not for the world')
  put('assets/index-1.js', SCRIPT)
  put('assets/index-1.js.br', brotliCompressSync(SCRIPT))
  put('assets/index-1.js.gz', gzipSync(SCRIPT))
  put('assets/index-1.js.map', '{}')
  put('assets/index-2.css', 'body{}')
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
