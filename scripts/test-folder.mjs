// Where tests write: in memory where there is room for it, since thousands of small databases are written through to
// the disk otherwise; in one folder, of which nothing is left when the run is over.
import { accessSync, chmodSync, constants, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const MEMORY = '/dev/shm'
const ENOUGH_BYTES = 8 * 2 ** 30

/** The entrance for vitest. */
export function setup() {
  const folder = mkdtempSync(path.join(isRoomy() ? MEMORY : os.tmpdir(), 'reveille-tests-'))
  // A PostgreSQL that root has started runs as somebody else.
  chmodSync(folder, 0o755)
  const before = process.env.TMPDIR
  process.env.TMPDIR = folder
  return () => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
}

/** Some of what is written is run from there. */
function isRoomy() {
  try {
    accessSync(MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(MEMORY)
    const mount = readFileSync('/proc/mounts', 'utf8').match(/^\S+ \/dev\/shm tmpfs (\S+)/m)
    return mount !== null && !mount[1].split(',').includes('noexec') && bavail * bsize >= ENOUGH_BYTES
  } catch {
    return false
  }
}
