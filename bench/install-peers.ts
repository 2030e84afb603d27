import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { installNeeded, missingOf, type Needed } from '../peers/debian.ts'
import { type Program, PROGRAMS } from '../peers/programs.ts'
import type { Bench } from './report.ts'
import { installMoonshine, isMoonshineThere } from './words/moonshine.ts'

export const PEERS = fileURLToPath(new URL('./peers', import.meta.url))

type Peers = Pick<Bench, 'needs' | 'nonFree' | 'hasPeers' | 'hasRecogniser'>

/** Programs that tests talk to as well. */
export const needed = (...programs: readonly Program[]): Needed =>
  Object.fromEntries(programs.map((program) => [program, PROGRAMS[program]]))

export const missingPeers = ({ needs = {}, hasPeers, hasRecogniser }: Peers): readonly string[] => [
  ...missingOf(needs),
  ...(hasPeers && !arePackagesThere() ? ['packages of bench/peers'] : []),
  ...(hasRecogniser && !isMoonshineThere() ? ['the recogniser Moonshine'] : []),
]

/** The product does not need what it is compared with: the first benchmark that does fetches it. */
export async function installPeers({ needs = {}, nonFree = false, hasPeers, hasRecogniser }: Peers) {
  installNeeded(needs, { nonFree })
  if (hasRecogniser) installMoonshine()
  if (!hasPeers || arePackagesThere()) return
  console.log('installing what is compared with ...')
  await promisify(execFile)('npm', ['ci', '--prefix', PEERS])
}

function arePackagesThere(): boolean {
  const { dependencies } = JSON.parse(readFileSync(`${PEERS}/package.json`, 'utf8')) as {
    dependencies: Record<string, string>
  }
  return Object.keys(dependencies).every((name) => existsSync(`${PEERS}/node_modules/${name}`))
}
