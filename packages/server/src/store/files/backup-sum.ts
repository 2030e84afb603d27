import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { syncFile } from './backup-file.ts'

/**
 * Where a SQLite file has two numbers for whoever made it, `user_version` and `application_id`; we use them for nothing
 * else. SQLite itself does not notice a letter that has become another one.
 */
const PLACES = [60, 68] as const
const BYTES_EACH = 4
const AT_ONCE = 1 << 20
const UNSIGNED = '0'.repeat(2 * BYTES_EACH * PLACES.length)

/** Writes into a file what it comes to, once nothing more will be written to it. */
export function signBackup(file: string): void {
  const sum = Buffer.from(sumOf(file), 'hex')
  const handle = fs.openSync(file, 'r+')
  try {
    for (const [at, place] of PLACES.entries()) fs.writeSync(handle, sum, at * BYTES_EACH, BYTES_EACH, place)
  } finally {
    fs.closeSync(handle)
  }
  syncFile(file)
}

/** Whether a file is as it was signed, to the byte; one that says nothing, such as a copy by hand, is not doubted. */
export function isAsSigned(file: string): boolean {
  const written = writtenIn(file)
  return written === UNSIGNED || written === sumOf(file)
}

function writtenIn(file: string): string {
  const handle = fs.openSync(file, 'r')
  try {
    const bytes = Buffer.alloc(BYTES_EACH * PLACES.length)
    for (const [at, place] of PLACES.entries()) fs.readSync(handle, bytes, at * BYTES_EACH, BYTES_EACH, place)
    return bytes.toString('hex')
  } finally {
    fs.closeSync(handle)
  }
}

/** As if nothing were written in those places. */
function sumOf(file: string): string {
  const hash = createHash('sha256')
  const handle = fs.openSync(file, 'r')
  const bytes = Buffer.alloc(AT_ONCE)
  try {
    for (let at = 0; ; at += AT_ONCE) {
      const count = fs.readSync(handle, bytes, 0, AT_ONCE, at)
      if (at === 0) for (const place of PLACES) bytes.fill(0, place, place + BYTES_EACH)
      hash.update(bytes.subarray(0, count))
      if (count < AT_ONCE) return hash.digest('hex').slice(0, UNSIGNED.length)
    }
  } finally {
    fs.closeSync(handle)
  }
}
