import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { missingPrograms, type Program, PROGRAMS } from './programs.ts'

/** Before any test: on Debian, as root, what is missing is installed; elsewhere its tests are skipped, by name. */
export default function installPeers(): void {
  if (missingPrograms().length > 0 && isDebianRoot()) install(missingPrograms())
  const missing = missingPrograms()
  if (missing.length === 0) return
  const names = missing.map((program) => `${program} (Debian package ${PROGRAMS[program]})`).join(', ')
  // A skipped test proves nothing: where the result decides, none may be.
  if (process.env['CI']) throw new Error(`These programs are needed and could not be installed: ${names}`)
  process.stderr.write(`Tests with these programs are skipped, because they are not installed: ${names}\n`)
}

const isDebianRoot = () => existsSync('/etc/debian_version') && process.getuid?.() === 0

function install(programs: readonly Program[]) {
  const packages = programs.map((program) => PROGRAMS[program])
  process.stderr.write(`Installing ${packages.join(', ')} for the tests\n`)
  try {
    apt('update')
    apt('install', '--yes', '--no-install-recommends', ...packages)
  } catch (error) {
    process.stderr.write(`apt-get failed: ${error instanceof Error ? error.message : String(error)}\n`)
  }
}

function apt(...words: string[]) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  execFileSync('apt-get', ['--quiet', '--quiet', ...words], { env, stdio: ['ignore', 'ignore', 'inherit'] })
}
