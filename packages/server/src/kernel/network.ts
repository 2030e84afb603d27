import { isIP } from 'node:net'

/** Whether it never leaves the machine. */
export const isLoopback = (address: string) => /^(::1|(::ffff:)?127\..*)$/i.test(address)

/** Whoever has an IPv6 address has as many as the last 64 bits can count. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (isIP(plain) !== 6) return plain
  const [front = '', back] = plain.replace(/%.*/, '').split('::')
  const groups = front === '' ? [] : front.split(':')
  const tail = back === undefined || back === '' ? [] : back.split(':')
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - tail.length) }, () => '0')
  return [...groups, ...zeros, ...tail].slice(0, 4).join(':')
}
