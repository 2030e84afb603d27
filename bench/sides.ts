import { mkdirSync, readFileSync, renameSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { type RunningServer, startProduct, startServer } from '../packages/server/test/process.ts'
import type { Ground } from './ground.ts'
import { AUTHORIZATION } from './hotel.ts'
import { scriptFor } from './statements.ts'

/** One of the two servers that are compared, at work on its own ground. */
export interface Side {
  readonly name: 'ours' | 'bare'
  readonly ground: Ground
  readonly server: RunningServer
}

const BARE = fileURLToPath(new URL('./results/bare-server.js', import.meta.url))

/** Bundled like the product, so that neither is slowed by its loader; another process may use the bundle meanwhile. */
export async function buildBare() {
  const made = `${BARE}.${process.pid}`
  mkdirSync(new URL('./results/', import.meta.url), { recursive: true })
  await build({
    entryPoints: [fileURLToPath(new URL('./bare-server.ts', import.meta.url))],
    outfile: made,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    logLevel: 'warning',
  })
  renameSync(made, BARE)
}

export const ours = async (ground: Ground): Promise<Side> => ({
  name: 'ours',
  ground,
  server: await startProduct(ground.options),
})

export const bare = async (ground: Ground): Promise<Side> => ({
  name: 'bare',
  ground,
  server: await startServer([
    BARE,
    ground.engine,
    ground.place,
    AUTHORIZATION,
    JSON.stringify(await scriptFor(ground.engine)),
  ]),
})

const TICKS_PER_SECOND = 100

/** Processor time that the server has used, in seconds; unknown where the system does not tell. */
export function processorSeconds({ server }: { readonly server: Pick<RunningServer, 'pid'> }): number {
  try {
    const facts = readFileSync(`/proc/${server.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(facts[11]) + Number(facts[12])) / TICKS_PER_SECOND
  } catch {
    return Number.NaN
  }
}

/** Memory that the product says it holds, in MiB. */
export async function residentMiB({ server }: Side): Promise<number> {
  const text = await (
    await fetch(`${server.url}/metrics`, { headers: { authorization: AUTHORIZATION } })
  ).text()
  const bytes = /^process_resident_memory_bytes (\d+)/m.exec(text)?.[1]
  return Number(bytes) / 2 ** 20
}
