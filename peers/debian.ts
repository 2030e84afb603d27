import { execFileSync } from 'node:child_process'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A program by its name, and the Debian package that brings it. */
export type Needed = Readonly<Record<string, string>>

/** Where Debian puts the programs of administrators. */
const ALSO = ['/usr/sbin', '/usr/local/sbin', '/sbin']

/** What is not a program of its own: one of these files. */
const FILES: Readonly<Record<string, readonly string[]>> = {
  'kamailio-tls': ['aarch64', 'x86_64'].map(
    (machine) => `/usr/lib/${machine}-linux-gnu/kamailio/modules/tls.so`,
  ),
}

/** A file that is not a program has its whole path as its name. */
export function isInstalled(name: string): boolean {
  const files = FILES[name] ?? (path.isAbsolute(name) ? [name] : null)
  if (files) return files.some((file) => existsSync(file))
  const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), ...ALSO]
  return folders.some((folder) => isExecutable(path.join(folder, name)))
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

interface How {
  /** Also from Debian's component `non-free`. */
  readonly nonFree?: boolean
}

export const missingOf = (needed: Needed): string[] =>
  Object.keys(needed).filter((name) => !isInstalled(name))

/** Installs what is missing, on Debian and as root; anywhere else the error says which command does it. */
export function installNeeded(needed: Needed, { nonFree = false }: How = {}): void {
  const missing = () => missingOf(needed)
  const packages = missing().map((name) => needed[name] ?? name)
  if (packages.length === 0) return
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0)
    throw new Error(byHand(missing(), packages))
  process.stderr.write(`Installing ${packages.join(', ')}\n`)
  if (nonFree) withNonFree((options) => install(packages, options))
  else install(packages)
  if (missing().length > 0)
    throw new Error(`Installed ${packages.join(', ')}, but still missing: ${missing().join(', ')}`)
}

const byHand = (missing: readonly string[], packages: readonly string[]): string =>
  `These programs are missing: ${missing.join(', ')}. On Debian, root installs them:
  apt-get install --no-install-recommends ${packages.join(' ')}`

function install(packages: readonly string[], options: readonly string[] = []): void {
  apt([...options, 'update'])
  // What the machine already has stays at its version.
  apt([...options, 'install', '--yes', '--no-upgrade', '--no-install-recommends', ...packages])
}

function apt(words: readonly string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  try {
    execFileSync('apt-get', ['--quiet', ...words], { env, stdio: ['ignore', 'inherit', 'inherit'] })
  } catch (error) {
    throw new Error(`apt-get ${words.join(' ')} failed; the lines above say why`, { cause: error })
  }
}

const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg'

/** The options of apt-get for a list of sources of its own: those of the machine stay as they are. */
function withNonFree(use: (options: readonly string[]) => void): void {
  const folder = mkdtempSync(path.join(tmpdir(), 'reveille-apt-'))
  try {
    mkdirSync(path.join(folder, 'lists', 'partial'), { recursive: true })
    writeFileSync(path.join(folder, 'sources.list'), sourceLine())
    use(
      [
        `Dir::Etc::sourcelist=${path.join(folder, 'sources.list')}`,
        'Dir::Etc::sourceparts=-',
        `Dir::State::lists=${path.join(folder, 'lists')}`,
        'Dir::Cache::pkgcache=',
        'Dir::Cache::srcpkgcache=',
        // Another user could not read a folder that only root can open.
        'APT::Sandbox::User=root',
      ].flatMap((option) => ['-o', option]),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function sourceLine(): string {
  const release = /^VERSION_CODENAME=(\w+)$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? 'stable'
  return `deb [signed-by=${KEYRING}] http://deb.debian.org/debian ${release} main non-free\n`
}
