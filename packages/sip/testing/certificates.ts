import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

export interface Certificate {
  readonly key: Buffer
  readonly cert: Buffer
}

/** Made by openssl and signed by itself, so that whoever is to trust it must be told. */
export function selfSigned(name: string, ...alternatives: string[]): Certificate {
  const folder = mkdtempSync(path.join(tmpdir(), 'sip-certificate-'))
  const words = [
    ...'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2'.split(' '),
    '-subj',
    `/CN=${name}`,
    '-addext',
    `subjectAltName=${alternatives.join(',')}`,
    ...'-keyout key.pem -out cert.pem'.split(' '),
  ]
  try {
    execFileSync('openssl', words, { stdio: 'pipe', cwd: folder })
    const read = (file: string) => readFileSync(path.join(folder, file))
    return { key: read('key.pem'), cert: read('cert.pem') }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
