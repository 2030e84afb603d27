import { isInstalled } from './debian.ts'

/** Programs that we did not write and that tests talk to, each with the Debian package that brings it. */
export const PROGRAMS = {
  sipp: 'sip-tester',
  baresip: 'baresip-core',
  kamailio: 'kamailio',
  /** No program of its own: what makes Kamailio speak TLS. */
  'kamailio-tls': 'kamailio-tls-modules',
  tcpdump: 'tcpdump',
  nft: 'nftables',
  ip: 'iproute2',
  'espeak-ng': 'espeak-ng',
  faketime: 'faketime',
  socat: 'socat',
  prometheus: 'prometheus',
  'systemd-notify': 'systemd',
  'systemd-nspawn': 'systemd-container',
  'chromium-headless-shell': 'chromium-headless-shell',
  zsh: 'zsh',
  python3: 'python3',
  curl: 'curl',
  openssl: 'openssl',
} as const

export type Program = keyof typeof PROGRAMS

export const has = (program: Program): boolean => isInstalled(program)

export const missingPrograms = (): string[] => Object.keys(PROGRAMS).filter((name) => !isInstalled(name))
