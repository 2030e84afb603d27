import { createHash } from 'node:crypto'
import type { Random } from '../transactions/clock.ts'

/** Keys for audio, as a session description tells them: SDES, RFC 4568. They are secrets, and never logged or stored. */
export const SUITES = ['AES_CM_128_HMAC_SHA1_80', 'AES_CM_128_HMAC_SHA1_32'] as const
export type Suite = (typeof SUITES)[number]

/** One `a=crypto` line that we can use. */
export interface CryptoLine {
  readonly tag: number
  readonly suite: Suite
  /** Master key and master salt, 16 and 14 bytes, in base64. */
  readonly key: string
}

/** What both sides have agreed: each encrypts with its own key (RFC 4568 6.4). */
export interface SrtpKeys {
  readonly suite: Suite
  readonly ours: string
  readonly theirs: string
}

/** How our own side encrypts. */
export interface SecureAudio {
  /** Nothing is said or heard in the clear. */
  readonly isRequired: boolean
  /** Ours, one for each suite, the best first: each key in a description is another (RFC 4568 6.1). */
  readonly keys: readonly CryptoLine[]
  /** Others in their place. */
  renew(): SecureAudio
}

const KEY_BYTES = 30
/** 36 letters and digits: 64 of them hold more chance than the 240 bits that are made of them. */
const TOKEN_LETTERS = 64

export const secureAudio = (random: Random, isRequired: boolean): SecureAudio => ({
  isRequired,
  keys: SUITES.map((suite, at) => ({ tag: at + 1, suite, key: newKey(random) })),
  renew: () => secureAudio(random, isRequired),
})

const newKey = (random: Random): string =>
  createHash('sha256').update(random.token(TOKEN_LETTERS)).digest().subarray(0, KEY_BYTES).toString('base64')

/** RFC 4568 9.2: `1 AES_CM_128_HMAC_SHA1_80 inline:<key>|<lifetime>|<MKI>:<length> <session parameters>`. */
const LINE = /^(\d{1,9}) ([\w]{1,64}) inline:([A-Za-z0-9+/]{40})(?:\|([\d^]{1,20}))?((?: \S{1,64}){0,16})$/

/** Null for one that we cannot use, which is as if it were not there (RFC 4568 5.1.2, 6.3.7). */
export function readCrypto(text: string): CryptoLine | null {
  const [, tag, named, key = '', lifetime, more = ''] = LINE.exec(text.trim()) ?? []
  const suite = SUITES.find((one) => one === named)
  if (suite === undefined || !lastsForACall(lifetime) || !more.split(' ').every(isHarmless)) return null
  return { tag: Number(tag), suite, key }
}

export const writeCrypto = ({ tag, suite, key }: CryptoLine) => `${tag} ${suite} inline:${key}`

/** RFC 4568 6.1: packets for which a key is good; with 2^20 of them it lasts for almost six hours of a call. */
const LEAST_LIFETIME = 2 ** 20
const MOST_LIFETIME = 2 ** 48

function lastsForACall(lifetime: string | undefined): boolean {
  if (lifetime === undefined) return true
  const [, power, count] = /^(?:2\^([1-9]\d?)|([1-9]\d*))$/.exec(lifetime) ?? []
  const packets = power === undefined ? Number(count) : 2 ** Number(power)
  return packets >= LEAST_LIFETIME && packets <= MOST_LIFETIME
}

/**
 * RFC 4568 6.3: the size of the window is only a hint, and what begins with a dash may be ignored. What would leave
 * out encryption or proof of origin is not wanted, and keys that change on the way are not understood.
 */
const isHarmless = (parameter: string) => parameter === '' || /^(?:WSH=\d{1,9}|-\S+)$/.test(parameter)

/** RFC 4568 5.1.2: of an offer the first that we can use; the answer has its tag, and a key of our own. */
export function chooseCrypto(offered: readonly string[], ours: SecureAudio): Chosen | null {
  for (const theirs of offered.map(readCrypto).filter((one) => one !== null)) {
    const own = ours.keys.find(({ suite }) => suite === theirs.suite)
    if (own) return { theirs, own: { ...own, tag: theirs.tag } }
  }
  return null
}

/** RFC 4568 5.1.3: an answer has one line, with the tag and the suite of one that we offered. */
export function matchCrypto(answered: readonly string[], ours: SecureAudio): Chosen | null {
  const [theirs = null, ...others] = answered.map(readCrypto)
  const own = ours.keys.find(({ tag, suite }) => tag === theirs?.tag && suite === theirs.suite)
  return theirs && own && others.length === 0 ? { theirs, own } : null
}

export interface Chosen {
  readonly theirs: CryptoLine
  readonly own: CryptoLine
}

export const agreedKeys = ({ theirs, own }: Chosen): SrtpKeys => ({
  suite: own.suite,
  ours: own.key,
  theirs: theirs.key,
})
