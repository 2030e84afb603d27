import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { GUIDE } from '../api/document/guide.ts'
import { pageOf, type Pages } from '../api/document/pages.ts'

const TEXT = 'text/plain; charset=utf-8'
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.py': TEXT,
  '.sh': TEXT,
  '.ts': TEXT,
}

/** The guide as it lies in a folder, by the addresses of its pages; empty where it was not built. */
export async function readGuide(folder: string): Promise<Pages> {
  const names = await readdir(folder, { recursive: true }).catch((): string[] => [])
  const pages = names.flatMap((name) => {
    const type = TYPES[path.extname(name)]
    return type === undefined ? [] : [pageIn(folder, name, type)]
  })
  return new Map(await Promise.all(pages))
}

const pageIn = async (folder: string, name: string, type: string) =>
  [addressOf(name), pageOf(type, await readFile(path.join(folder, name)))] as const

const addressOf = (name: string) =>
  `${GUIDE}/${name.split(path.sep).join('/')}`.replace(/(\/index)?\.html$/, '')
