import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export const PEERS = fileURLToPath(new URL('./peers', import.meta.url))

/** The product does not need what it is compared with: the first benchmark that does fetches it. */
export async function installPeers() {
  if (areInstalled()) return
  console.log('installing what is compared with ...')
  await promisify(execFile)('npm', ['ci', '--prefix', PEERS])
}

function areInstalled(): boolean {
  const { dependencies } = JSON.parse(readFileSync(`${PEERS}/package.json`, 'utf8')) as {
    dependencies: Record<string, string>
  }
  return Object.keys(dependencies).every((name) => existsSync(`${PEERS}/node_modules/${name}`))
}
