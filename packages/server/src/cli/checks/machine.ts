import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Disk, diskOf } from '../../kernel/machine.ts'
import { formatBytes, GIB, MIB } from './bytes.ts'
import { fault, ok, type CheckVerdict, warning } from './verdict.ts'

export type AskDisk = (folder: string) => Promise<Disk>

export async function diskVerdict(data: string, disk: AskDisk = diskOf): Promise<CheckVerdict> {
  const { free, size } = await disk(nearestFolder(path.resolve(data)))
  const share = size === 0 ? 0 : free / size
  const text = `${formatBytes(free)} of ${formatBytes(size)} free (${Math.floor(share * 100)} %)`
  if (free < 100 * MIB) return fault(text)
  return free < GIB || share < 0.1 ? warning(text) : ok(text)
}

const nearestFolder = (folder: string): string =>
  fs.existsSync(folder) ? folder : nearestFolder(path.dirname(folder))

export function memoryVerdict(): CheckVerdict {
  const free = os.freemem()
  const text = `${formatBytes(free)} of ${formatBytes(os.totalmem())} free`
  return free < 128 * MIB ? warning(text) : ok(text)
}

export function nodeVerdict(): CheckVerdict {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const text = `Node ${process.versions.node} on ${process.platform} ${process.arch}`
  return major > 20 || (major === 20 && minor >= 19) ? ok(text) : fault(`${text}: 20.19 or newer is needed`)
}
