import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { vi } from 'vitest'
import { has } from '../../../peers/programs.ts'

/** A machine with a systemd of its own, which is this one as long as it changes nothing. */
export interface Machine {
  /** What a command of root's says there; rejects where it fails. */
  run(command: string): Promise<string>
  off(): void
}

/** What is written goes to memory: when the last process is gone, nothing is left of it. */
const LAYERS = `
  set -e
  mount -t tmpfs tmpfs "$1"
  mkdir "$1/written" "$1/work" "$1/root"
  mount -t overlay overlay -o "lowerdir=/,upperdir=$1/written,workdir=$1/work" "$1/root"
`
/** In containers, Debian is told by this file to start no services. */
const BOOT = `${LAYERS}
  rm -f "$1/root/usr/sbin/policy-rc.d"
  SYSTEMD_NSPAWN_UNIFIED_HIERARCHY=1 exec systemd-nspawn --directory="$1/root" --boot --register=no --keep-unit \\
    --private-network --machine=reveille-test --console=pipe --bind-ro="$2:/packages" systemd.unit=basic.target
`

const APART = ['--mount', '--propagation', 'private']
/** Among processes of their own: they end with their first one, and that one with us, however we end. */
const TOGETHER = [
  '--pdeathsig',
  'KILL',
  'unshare',
  ...APART,
  '--pid',
  '--mount-proc',
  '--fork',
  '--kill-child',
]

/** Whether machines can be made here: on Debian, by root, where mounts are allowed. */
export function canBoot(): boolean {
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0 || !has('systemd-nspawn')) return false
  const folder = mkdtempSync(path.join(tmpdir(), 'reveille-layers-'))
  try {
    execFileSync('unshare', [...APART, 'sh', '-c', LAYERS, 'sh', folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  } finally {
    rmdirSync(folder)
  }
}

/** Boots one that finds what lies in a folder of ours under /packages. */
export async function bootMachine(packages: string): Promise<Machine> {
  const folder = mkdtempSync(path.join(tmpdir(), 'reveille-machine-'))
  const words = [...TOGETHER, 'sh', '-c', BOOT, 'sh', folder, packages]
  const child = spawn('setpriv', words, { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += String(text)))
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  const init = await vi
    .waitUntil(() => initOf(child), { timeout: 30_000 })
    .catch((error: unknown) => {
      kill()
      throw new Error(`The machine did not start: ${said}`, { cause: error })
    })
  const run = (command: string) => runIn(init, command)
  await vi.waitUntil(() => run('systemctl is-active basic.target').catch(() => false), { timeout: 60_000 })
  return {
    run,
    off() {
      kill()
      process.off('exit', kill)
      rmdirSync(folder)
    },
  }
}

/** The first process of the machine: whoever has made it is the child of our child. */
function initOf({ pid, exitCode }: ChildProcess): string | undefined {
  if (exitCode !== null) throw new Error('It is gone')
  return childrenOf(String(pid))
    .flatMap(childrenOf)
    .find((one) => nameOf(one) === 'systemd')
}

const childrenOf = (pid: string) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
const nameOf = (pid: string) => readFileSync(`/proc/${pid}/comm`, 'utf8').trim()

/** Root's own there: what npm adds to ours lets commands of this repository be found instead of the installed ones. */
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

async function runIn(init: string, command: string): Promise<string> {
  const rooms = ['--mount', '--uts', '--ipc', '--net', '--pid', '--cgroup']
  const words = ['--target', init, ...rooms, '--', 'sh', '-c', command]
  const { code, said } = await new Promise<{ code: unknown; said: string }>((resolve) => {
    execFile('nsenter', words, { maxBuffer: 1e8, env: { ...process.env, PATH } }, (error, stdout, stderr) =>
      resolve({ code: error?.code, said: error ? `${stdout}${stderr}` : stdout }),
    )
  })
  if (code !== undefined) throw new Error(`${command}: ${said}`)
  return said.trim()
}
