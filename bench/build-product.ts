import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../packages/server/test/process.ts'

let built: Promise<unknown> | undefined

/** Bundles the product as it is shipped, once for all benchmarks of a run. */
export async function buildProduct() {
  built ??= promisify(execFile)(process.execPath, [path.join(ROOT, 'scripts/build.mjs')])
  await built
}

/** In a run whose other processes use the product already, and so have it built. */
export function keepProduct() {
  built = Promise.resolve()
}
