// `npm start`: builds what is missing, then becomes the server: the process in the foreground is the server's own.
import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const bundle = path.join(root, 'packages/server/dist/main.js')
const sources = [
  'packages/contract',
  'packages/server/src',
  'packages/server/package.json',
  'scripts/build.mjs',
]

function newest(place) {
  const facts = statSync(place)
  if (!facts.isDirectory()) return facts.mtimeMs
  const inside = readdirSync(place).filter((name) => name !== 'node_modules' && name !== 'dist')
  return Math.max(facts.mtimeMs, ...inside.map((name) => newest(path.join(place, name))))
}

function isBuilt() {
  try {
    const builtAt = statSync(bundle).mtimeMs
    return sources.every((source) => newest(path.join(root, source)) <= builtAt)
  } catch {
    return false
  }
}

if (!isBuilt()) await (await import('./build.mjs')).buildServer()
await import(pathToFileURL(bundle).href)
