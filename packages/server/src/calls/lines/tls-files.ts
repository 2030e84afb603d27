import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createSecureContext } from 'node:tls'
import type { TlsMaterial } from '@reveille/sip'
import type { TelephonyFiles } from '../../hotel/settings/sections.ts'
import { messageOf } from '../../kernel/failure.ts'

/** Certificates as they are in their files, or why they cannot be had, in words. */
export type TlsRead =
  | { readonly material: TlsMaterial; readonly state: string }
  | { readonly why: string; readonly state: string }

/** Only what the site names is trusted, where it names somebody; a certificate is verified whatever the environment says. */
export async function readTls(files: TelephonyFiles): Promise<TlsRead> {
  try {
    const read = await Promise.all([
      contentOf('ca', files),
      contentOf('cert', files),
      contentOf('key', files),
    ])
    const [ca, cert, key] = read
    for (const one of [{ ca }, { cert }, { cert, key }]) check(one, files)
    const material = {
      rejectUnauthorized: true,
      ...(ca ? { ca } : {}),
      ...(cert ? { cert } : {}),
      ...(key ? { key } : {}),
    }
    return { material, state: stateOf(read) }
  } catch (error) {
    const why = messageOf(error)
    return { why, state: why }
  }
}

type Field = keyof TelephonyFiles

async function contentOf(field: Field, files: TelephonyFiles): Promise<Buffer | undefined> {
  const file = files[field]
  if (file === undefined) return undefined
  try {
    return await readFile(file)
  } catch (error) {
    throw new Error(`the file ${file} (telephony.tls.${field}) cannot be read: ${messageOf(error)}`, {
      cause: error,
    })
  }
}

/** What is no certificate, or a key that does not belong to it, is told now and not at the first call. */
function check(part: Readonly<Partial<Record<Field, Buffer | undefined>>>, files: TelephonyFiles): void {
  const [field] = (['key', 'cert', 'ca'] as const).filter((one) => part[one] !== undefined)
  if (field === undefined) return
  try {
    createSecureContext(part)
  } catch (error) {
    throw new Error(`the file ${files[field]} (telephony.tls.${field}) cannot be used: ${messageOf(error)}`, {
      cause: error,
    })
  }
}

/** The same for the same contents; nobody reads a key out of it. */
function stateOf(contents: readonly (Buffer | undefined)[]): string {
  const hash = createHash('sha256')
  for (const one of contents) hash.update(`${one?.length ?? -1} `).update(one ?? '')
  return hash.digest('hex')
}
