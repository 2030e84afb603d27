import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../packages/server/test/process.ts'

/** Bundles the product as it is shipped. */
export async function buildProduct() {
  await promisify(execFile)(process.execPath, [path.join(ROOT, 'scripts/build.mjs')])
}
