import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** The clock of another process, as libfaketime shows it to the whole of it; what passes since boot stays true. */
export interface FakedClock {
  /** For the process. */
  readonly env: Readonly<Record<string, string>>
  /** From now on the clock shows so many seconds more than this machine's. */
  show(aheadSeconds: number): void
  /** Whether a time service keeps it. */
  isKept(kept: boolean): void
  close(): void
}

export function fakedClock(): FakedClock {
  const folder = mkdtempSync(path.join(tmpdir(), 'reveille-clock-'))
  const [offset, word] = [path.join(folder, 'offset'), path.join(folder, 'kept')]
  const service = path.join(folder, 'timedatectl')
  writeFileSync(service, `#!/bin/sh\ncat ${word}\n`)
  chmodSync(service, 0o755)
  const show = (seconds: number) => writeFileSync(offset, `${seconds < 0 ? '' : '+'}${seconds}`)
  const isKept = (kept: boolean) => writeFileSync(word, kept ? 'yes\n' : 'no\n')
  show(0)
  isKept(false)
  return {
    env: {
      LD_PRELOAD: library(),
      FAKETIME_TIMESTAMP_FILE: offset,
      FAKETIME_NO_CACHE: '1',
      // Timers count what passes, and files keep their times.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      NO_FAKE_STAT: '1',
      PATH: `${folder}${path.delimiter}${process.env['PATH'] ?? ''}`,
    },
    show,
    isKept,
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** The one for programs with threads, in the folder of this machine's architecture. */
function library(): string {
  const places = readdirSync('/usr/lib').map((name) => path.join('/usr/lib', name, 'faketime'))
  const found = places.filter((place) => hasLibrary(place))[0]
  if (found === undefined) throw new Error('libfaketime is not where Debian puts it')
  return path.join(found, LIBRARY)
}

const LIBRARY = 'libfaketimeMT.so.1'

function hasLibrary(folder: string): boolean {
  try {
    return readdirSync(folder).includes(LIBRARY)
  } catch {
    return false
  }
}
