import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { installNeeded, missingOf, type Needed } from '../peers/debian.ts'
import { type Program, PROGRAMS } from '../peers/programs.ts'
import type { Bench } from './report.ts'

const PLACE = fileURLToPath(new URL('./peers', import.meta.url))
const PACKAGES = `${PLACE}/node_modules`

type Peers = Pick<Bench, 'needs' | 'hasPeers'>

/** Programs that tests talk to as well. */
export const needed = (...programs: readonly Program[]): Needed =>
  Object.fromEntries(programs.map((program) => [program, PROGRAMS[program]]))

export const missingPeers = ({ needs = {}, hasPeers }: Peers): readonly string[] => [
  ...missingOf(needs),
  ...(hasPeers && !existsSync(PACKAGES) ? ['packages of bench/peers'] : []),
]

/** What is compared with is no part of the product: it is fetched by the first benchmark that needs it. */
export async function installPeers({ needs = {}, hasPeers }: Peers) {
  installNeeded(needs)
  if (!hasPeers || existsSync(PACKAGES)) return
  console.log('installing what is compared with ...')
  await promisify(execFile)('npm', ['ci', '--prefix', PLACE])
}
