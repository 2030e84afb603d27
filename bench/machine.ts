import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { median, round } from './figures.ts'

const FLUSHES = 200

/** What a figure is worth depends on these. */
export function machineFacts() {
  return {
    cores: os.cpus().length,
    processor: os.cpus()[0]?.model ?? 'unknown',
    memoryGiB: round(os.totalmem() / 2 ** 30),
    system: `${os.type()} ${os.release()} ${os.arch()}`,
    node: process.version,
    flushMs: round(flushMs(), 3),
    loadAverage: round(os.loadavg()[0] ?? 0),
  }
}

/** The time of one write of 4 KiB that is on the disk when it returns, where the databases will lie. */
function flushMs(): number {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'reveille-flush-'))
  const file = openSync(path.join(folder, 'file'), 'w')
  const block = Buffer.alloc(4096, 1)
  const times = Array.from({ length: FLUSHES }, () => {
    const start = performance.now()
    writeSync(file, block)
    fdatasyncSync(file)
    return performance.now() - start
  })
  closeSync(file)
  rmSync(folder, { recursive: true })
  return median(times)
}
