import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

interface GuideMaker {
  makeGuide(outdir: string, docs?: string): void
}

const script = new URL('../../../scripts/build-guide.mjs', import.meta.url)

/** The guide as its build leaves it, made of the pages in `docs` unless others are given. */
export async function builtGuide(docs?: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'reveille-guide-'))
  const { makeGuide } = (await import(script.href)) as GuideMaker
  makeGuide(folder, docs)
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
