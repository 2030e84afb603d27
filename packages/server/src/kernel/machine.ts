import { statfs } from 'node:fs/promises'

export interface Disk {
  /** Bytes of the drive, and bytes of it that are free to us. */
  readonly size: number
  readonly free: number
}

/** The drive that a folder lies on. */
export async function diskOf(folder: string): Promise<Disk> {
  const { blocks, bavail, bsize } = await statfs(folder)
  return { size: blocks * bsize, free: bavail * bsize }
}
