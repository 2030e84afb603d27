// What a browser needs of the interface at run time: id, method, path and permissions of every operation. Schemas and
// types stay in the contract, which is large and imported by clients as types only.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const INTERFACE = fileURLToPath(new URL('../packages/contract/src/interface.ts', import.meta.url))

async function entries() {
  const { outputFiles } = await build({
    entryPoints: [INTERFACE],
    bundle: true,
    write: false,
    format: 'esm',
    logLevel: 'warning',
  })
  const bundled = await import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`
  )
  return bundled.ENTRIES
}

const lineOf = ({ id, method, path, needs, oneOf }) =>
  `  ${JSON.stringify(id)}: ${JSON.stringify({ method, path, needs, oneOf })},`

/** The text of a module: the compiler holds it against the ids of the contract. */
export async function clientTable() {
  return `// Made by scripts/client-table.mjs: change packages/contract/src/interface instead.
import type { Entry, OperationId } from '@reveille/contract'

export const OPERATIONS = {
${(await entries()).map(lineOf).join('\n')}
} as const satisfies Readonly<Record<OperationId, Pick<Entry, 'method' | 'path' | 'needs' | 'oneOf'>>>
`
}

const AT = fileURLToPath(new URL('../packages/console/src/api/operations.gen.ts', import.meta.url))

/** Where the console looks for it; untouched when nothing has changed, so that nothing is built anew for it. */
export async function writeClientTable(file = AT) {
  const text = await clientTable()
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text)
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await writeClientTable(process.argv[2])
