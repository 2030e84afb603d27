import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ALSO } from './programs.ts'

/** A program by its name, and the Debian package that brings it. */
export type Needed = Readonly<Record<string, string>>

const FOLDERS = [...(process.env['PATH'] ?? '').split(path.delimiter), ...ALSO]

/** A file that is no program has its whole path for a name. */
const isThere = (name: string) =>
  path.isAbsolute(name) ? existsSync(name) : FOLDERS.some((folder) => existsSync(path.join(folder, name)))

export const missingOf = (needed: Needed) => Object.keys(needed).filter((program) => !isThere(program))

/** For scripts and benches: on Debian, as root, what is missing is installed, also what is not free. */
export function installNeeded(needed: Needed): void {
  if (missingOf(needed).length > 0 && existsSync('/etc/debian_version') && process.getuid?.() === 0)
    install(missingOf(needed).map((program) => needed[program] ?? program))
  const missing = missingOf(needed)
  if (missing.length === 0) return
  const names = missing.map((program) => `${program} (Debian package ${needed[program]})`).join(', ')
  throw new Error(`These programs are needed and are not installed: ${names}`)
}

/** With a list of its own, which has the component `non-free` too: the machine's sources stay as they were. */
function install(packages: readonly string[]): void {
  const folder = mkdtempSync(path.join(tmpdir(), 'reveille-apt-'))
  try {
    mkdirSync(path.join(folder, 'lists', 'partial'), { recursive: true })
    writeFileSync(path.join(folder, 'sources.list'), sourceLine())
    process.stderr.write(`Installing ${packages.join(', ')}\n`)
    apt(folder, 'update')
    apt(folder, 'install', '--yes', '--no-install-recommends', ...packages)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg'

function sourceLine(): string {
  const release = /^VERSION_CODENAME=(\w+)$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? 'stable'
  return `deb [signed-by=${KEYRING}] http://deb.debian.org/debian ${release} main non-free\n`
}

function apt(folder: string, ...words: string[]): void {
  const options = [
    `Dir::Etc::sourcelist=${path.join(folder, 'sources.list')}`,
    'Dir::Etc::sourceparts=-',
    `Dir::State::lists=${path.join(folder, 'lists')}`,
    `Dir::Cache::pkgcache=`,
    `Dir::Cache::srcpkgcache=`,
    // Run as another user it could not read a folder that only we can open.
    'APT::Sandbox::User=root',
  ]
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const asked = ['--quiet', '--quiet', ...options.flatMap((option) => ['-o', option]), ...words]
  execFileSync('apt-get', asked, { env, stdio: ['ignore', 'ignore', 'inherit'] })
}
