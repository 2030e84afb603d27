// SHA256SUMS: whoever has fetched a release sees by `sha256sum --check SHA256SUMS` that it is whole.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const NAME = 'SHA256SUMS'

const sumOf = (file) => createHash('sha256').update(readFileSync(file)).digest('hex')

export function writeChecksums(folder) {
  const names = readdirSync(folder)
    .filter((name) => name !== NAME)
    .toSorted()
  const lines = names.map((name) => `${sumOf(path.join(folder, name))}  ${name}\n`)
  writeFileSync(path.join(folder, NAME), lines.join(''))
}
