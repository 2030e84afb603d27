import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const PLACE = fileURLToPath(new URL('./peers', import.meta.url))

/** What is compared with is no part of the product: it is fetched by the first benchmark that needs it. */
export async function installPeers() {
  if (existsSync(`${PLACE}/node_modules`)) return
  console.log('installing what is compared with ...')
  await promisify(execFile)('npm', ['ci', '--prefix', PLACE])
}
