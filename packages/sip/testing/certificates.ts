import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

export interface Certificate {
  readonly key: Buffer
  readonly cert: Buffer
}

const NEW_KEY = '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes'.split(' ')

/** Made by openssl and signed by itself, so that whoever is to trust it must be told. */
export function selfSigned(name: string, ...alternatives: string[]): Certificate {
  return inFolder((openssl, read) => {
    const names = ['-addext', `subjectAltName=${alternatives.join(',')}`]
    openssl(['req', '-x509', ...NEW_KEY, '-days', '2', ...subject(name), ...names, ...outTo('key', 'cert')])
    return { key: read('key'), cert: read('cert') }
  })
}

/** Somebody who vouches for others, as the authority of a house does. */
export interface Authority {
  readonly cert: Buffer
  /** For these names, such as `DNS:pbx.hotel`; with `days` below zero it has expired. */
  issue(names: readonly string[], days?: number): Certificate
}

export function authority(name: string): Authority {
  const own = inFolder((openssl, read) => {
    openssl(['req', '-x509', ...NEW_KEY, '-days', '2', ...subject(name), ...outTo('key', 'cert')])
    return { key: read('key'), cert: read('cert') }
  })
  return {
    cert: own.cert,
    issue: (names, days = 2) =>
      inFolder((openssl, read, write) => {
        write('ca.key', own.key)
        write('ca.cert', own.cert)
        write('names', Buffer.from(`subjectAltName=${names.join(',')}\n`))
        openssl(['req', ...NEW_KEY, ...subject('a phone exchange'), ...outTo('key', 'request')])
        const signing = 'x509 -req -in request -CA ca.cert -CAkey ca.key -CAcreateserial -extfile names'
        openssl([...signing.split(' '), '-days', String(days), '-out', 'cert'])
        return { key: read('key'), cert: read('cert') }
      }),
  }
}

const subject = (name: string) => ['-subj', `/CN=${name}`]
const outTo = (key: string, cert: string) => ['-keyout', key, '-out', cert]

type Work = (
  openssl: (words: readonly string[]) => void,
  read: (file: string) => Buffer,
  write: (file: string, bytes: Buffer) => void,
) => Certificate

function inFolder(work: Work): Certificate {
  const folder = mkdtempSync(path.join(tmpdir(), 'sip-certificate-'))
  const at = (file: string) => path.join(folder, file)
  try {
    return work(
      (words) => void execFileSync('openssl', words, { stdio: 'pipe', cwd: folder }),
      (file) => readFileSync(at(file)),
      (file, bytes) => writeFileSync(at(file), bytes),
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}
