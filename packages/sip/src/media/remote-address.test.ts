import { describe, expect, it } from 'vitest'
import { type Expected, RemoteAddress } from './remote-address.ts'

const told = { host: '192.0.2.9', port: 4_000 }
const sibling = { host: '192.0.2.9', port: 4_444 }
const stranger = { host: '198.51.100.7', port: 9_000 }
/** Told at 0; what comes later comes a second after it. */
const LATER = 1_000
const times = (count: number, remote: RemoteAddress, from: typeof told, now = LATER) =>
  Array.from({ length: count }, () => remote.accepts({ ...from }, now)).filter(Boolean).length

function towards(address = told, expected: Expected = {}) {
  const remote = new RemoteAddress(expected)
  remote.tell(address, 0)
  return remote
}

describe('where the audio goes', () => {
  it('is where the description says, until a packet comes', () => {
    expect(towards().target).toEqual(told)
    expect(new RemoteAddress().accepts(told, LATER)).toBe(false)
  })

  it('follows the first packet of the same host, once', () => {
    const remote = towards()
    expect(remote.accepts(sibling, LATER)).toBe(true)
    expect(remote.target).toEqual(sibling)
    expect(remote.accepts(told, LATER)).toBe(false)
    expect(remote.target).toEqual(sibling)
  })

  it('follows another host only after ten packets in a row', () => {
    const remote = towards()
    expect(times(9, remote, stranger)).toBe(0)
    expect(remote.target).toEqual(told)
    expect(remote.accepts(stranger, LATER)).toBe(true)
    expect(remote.target).toEqual(stranger)
  })

  it('is for a second nobody else, however many packets come', () => {
    const remote = towards()
    expect(times(50, remote, stranger, 999)).toBe(0)
    expect(remote.target).toEqual(told)
    expect(remote.accepts(stranger, 1_000)).toBe(true)
  })

  it('is learnt without waiting where a router stands between', () => {
    const remote = towards(told, { nat: true })
    expect(times(9, remote, stranger, 1)).toBe(0)
    expect(remote.accepts(stranger, 1)).toBe(true)
  })

  it('follows the exchange at once, from whatever port, and nobody after it', () => {
    const remote = towards(told, { exchange: '192.0.2.2' })
    expect(remote.accepts({ host: '192.0.2.2', port: 20_000 }, 1)).toBe(true)
    expect(remote.target).toEqual({ host: '192.0.2.2', port: 20_000 })
    expect(times(50, remote, told) + times(50, remote, stranger)).toBe(0)
  })

  it('does not follow a stranger when the right one speaks', () => {
    const remote = towards()
    times(5, remote, stranger)
    expect(remote.accepts(told, LATER)).toBe(true)
    expect(times(100, remote, stranger)).toBe(0)
    expect(remote.target).toEqual(told)
  })

  it('is never port 0, which nothing can be sent to', () => {
    const remote = towards()
    expect(times(20, remote, { ...told, port: 0 })).toBe(0)
    expect(remote.target).toEqual(told)
  })

  it('is learnt anew after another description, and not from the last packets of the one before', () => {
    const remote = towards()
    remote.accepts(told, LATER)
    remote.tell(sibling, LATER)
    expect(times(3, remote, told)).toBe(0)
    expect(remote.target).toEqual(sibling)
    expect(remote.accepts(sibling, LATER)).toBe(true)
  })

  it('follows another host after a new description, from whatever port it sends', () => {
    const remote = towards()
    remote.accepts(told, LATER)
    remote.tell(stranger, LATER)
    const behindNat = { ...stranger, port: 31_000 }
    expect(remote.accepts(behindNat, LATER)).toBe(true)
    expect(remote.target).toEqual(behindNat)
    expect(times(50, remote, told)).toBe(0)
  })

  it('stays when the same description comes again', () => {
    const remote = towards()
    remote.accepts(sibling, LATER)
    expect(remote.tell({ ...told }, LATER)).toBe(false)
    expect(remote.target).toEqual(sibling)
  })
})
