import { createHash } from 'node:crypto'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pixelmatch from 'pixelmatch'
import type { Page } from 'playwright-core'
import { PNG } from 'pngjs'

/** Of the points of a picture. */
const MOST_OTHER = 0.001
/** A page that is still coming to rest is looked at again. */
const LOOKS = 20

/** Font by font, by what is in them: their names say nothing of their versions. */
function fontsHere(): string {
  const { stdout } = spawnSync('fc-list', ['--format', '%{file}\n'], { encoding: 'utf8' })
  const digests = (stdout ?? '')
    .split('\n')
    .filter((file) => file !== '')
    .map((file) => createHash('sha256').update(readFileSync(file)).digest('hex'))
  return createHash('sha256')
    .update([...new Set(digests)].toSorted().join('\n'))
    .digest('hex')
    .slice(0, 8)
}

/** What decides how letters and lines are drawn: a picture of another browser, machine or fonts proves nothing. */
function drawnBy(): string {
  const { stdout } = spawnSync('/usr/bin/chromium-headless-shell', ['--version'], { encoding: 'utf8' })
  const [, major = 'none'] = /(\d+)\./.exec(stdout ?? '') ?? []
  return `chromium-${major}-${process.arch}-${fontsHere()}`
}

const BROWSER = drawnBy()
const KEPT = path.join(import.meta.dirname, 'baselines', BROWSER)
const SCREENS = path.resolve(import.meta.dirname, '../screens/baselines', BROWSER)

/** Whether there is something to hold a page against; otherwise, or when somebody asks for it, it is only pictured. */
const isHeldTo = existsSync(KEPT) && process.env['REVEILLE_BASELINES'] !== 'new'

/** For the name of a test, which tells what it has shown. */
export const heldTo = isHeldTo
  ? `look as ${BROWSER} has drawn them before`
  : `are pictured, and held against nothing: there is nothing of ${BROWSER}, or new ones were asked for`

const seen = (page: Page): Promise<Buffer> => page.screenshot({ animations: 'disabled' })

function put(folder: string, name: string, png: Buffer): void {
  mkdirSync(path.join(SCREENS, folder), { recursive: true })
  writeFileSync(path.join(SCREENS, folder, `${name}.png`), png)
}

interface Difference {
  /** A part of all its points. */
  readonly part: number
  /** Where they are. */
  readonly shown: Buffer
}

function differenceOf(before: PNG, png: Buffer): Difference {
  const now = PNG.sync.read(png)
  const { width, height } = before
  if (now.width !== width || now.height !== height) return { part: 1, shown: png }
  const shown = new PNG({ width, height })
  const other = pixelmatch(before.data, now.data, shown.data, width, height, { threshold: 0.1 })
  return { part: other / (width * height), shown: PNG.sync.write(shown) }
}

/** A new picture, once it is twice the same. */
async function pictured(page: Page, name: string): Promise<null> {
  let png = await seen(page)
  for (let look = 0; look < LOOKS; look++) {
    const next = await seen(page)
    if (next.equals(png)) break
    png = next
  }
  put('new', name, png)
  return null
}

/** Null: it looks as it did. Otherwise how much is other, with pictures of both beside each other. */
export async function otherThanBefore(page: Page, name: string): Promise<string | null> {
  if (!isHeldTo) return pictured(page, name)
  const file = path.join(KEPT, `${name}.png`)
  if (!existsSync(file)) return `${name} was not there before`
  const before = PNG.sync.read(readFileSync(file))
  for (let look = 1; ; look++) {
    const png = await seen(page)
    const { part, shown } = differenceOf(before, png)
    if (part <= MOST_OTHER) return null
    if (look < LOOKS) continue
    put('is', name, png)
    put('differs', name, shown)
    return `${name}: ${(part * 100).toFixed(2)} % are other than before`
  }
}

/** What was found wrong the last time is not what is found now. */
export const forgetPictures = (): void => rmSync(SCREENS, { recursive: true, force: true })
