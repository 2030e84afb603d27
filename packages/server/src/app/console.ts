import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { ConsoleBuild, ConsoleFile } from '../api/console/console-build.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
  '.wav': 'audio/wav',
  '.mp3': 'audio/mpeg',
}
const PAGE = 'index.html'

/** The console as it lies in a folder; null where it was not built. */
export async function readConsole(folder: string): Promise<ConsoleBuild | null> {
  const names = await readdir(folder, { recursive: true }).catch((): string[] => [])
  if (!names.includes(PAGE)) return null
  const page = await readFile(path.join(folder, PAGE), 'utf8')
  const served = names.filter((name) => path.extname(name) in TYPES)
  const files = await Promise.all(
    served.map(async (name) => [addressOf(name), await fileIn(folder, name, names)] as const),
  )
  // The page names its files by what is in them: another build has another page.
  const build = createHash('sha256').update(page).digest('hex').slice(0, 12)
  return { build, page, files: new Map(files) }
}

const addressOf = (name: string) => `/${name.split(path.sep).join('/')}`

async function fileIn(folder: string, name: string, names: readonly string[]): Promise<ConsoleFile> {
  const read = (file: string) => readFile(path.join(folder, file))
  return {
    type: TYPES[path.extname(name)] ?? '',
    bytes: await read(name),
    compressed: {
      ...(names.includes(`${name}.br`) ? { br: await read(`${name}.br`) } : {}),
      ...(names.includes(`${name}.gz`) ? { gzip: await read(`${name}.gz`) } : {}),
    },
  }
}
