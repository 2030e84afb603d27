import { accessSync, constants, existsSync } from 'node:fs'
import path from 'node:path'

/** Programs that we did not write and that tests talk to, each with the Debian package that brings it. */
export const PROGRAMS = {
  sipp: 'sip-tester',
  baresip: 'baresip-core',
  kamailio: 'kamailio',
  /** No program of its own: what makes Kamailio speak TLS. */
  'kamailio-tls': 'kamailio-tls-modules',
  tcpdump: 'tcpdump',
  nft: 'nftables',
  'espeak-ng': 'espeak-ng',
  faketime: 'faketime',
  socat: 'socat',
  prometheus: 'prometheus',
  'systemd-notify': 'systemd',
  'systemd-nspawn': 'systemd-container',
  'chromium-headless-shell': 'chromium-headless-shell',
  zsh: 'zsh',
  python3: 'python3',
} as const

export type Program = keyof typeof PROGRAMS

/** Where Debian puts what only administrators are thought to need. */
export const ALSO = ['/usr/sbin', '/usr/local/sbin', '/sbin']

const TLS_OF_KAMAILIO = ['aarch64', 'x86_64'].map(
  (machine) => `/usr/lib/${machine}-linux-gnu/kamailio/modules/tls.so`,
)

export function has(program: Program): boolean {
  if (program === 'kamailio-tls') return TLS_OF_KAMAILIO.some((file) => existsSync(file))
  const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), ...ALSO]
  return folders.some((folder) => isExecutable(path.join(folder, program)))
}

export const missingPrograms = (): Program[] =>
  (Object.keys(PROGRAMS) as Program[]).filter((program) => !has(program))

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
