import { describe, expect, it } from 'vitest'
import { RemoteAddress } from './remote-address.ts'

const told = { host: '192.0.2.9', port: 4_000 }
const sibling = { host: '192.0.2.9', port: 4_444 }
const stranger = { host: '198.51.100.7', port: 9_000 }
const times = (count: number, remote: RemoteAddress, from: typeof told) =>
  Array.from({ length: count }, () => remote.accepts({ ...from })).filter(Boolean).length

function towards(address = told) {
  const remote = new RemoteAddress()
  remote.tell(address)
  return remote
}

describe('where the audio goes', () => {
  it('is where the description says, until a packet comes', () => {
    expect(towards().target).toEqual(told)
    expect(new RemoteAddress().accepts(told)).toBe(false)
  })

  it('follows the first packet of the same host, once', () => {
    const remote = towards()
    expect(remote.accepts(sibling)).toBe(true)
    expect(remote.target).toEqual(sibling)
    expect(remote.accepts(told)).toBe(false)
    expect(remote.target).toEqual(sibling)
  })

  it('follows another host only after ten packets in a row', () => {
    const remote = towards()
    expect(times(9, remote, stranger)).toBe(0)
    expect(remote.target).toEqual(told)
    expect(remote.accepts(stranger)).toBe(true)
    expect(remote.target).toEqual(stranger)
  })

  it('does not follow a stranger when the right one speaks', () => {
    const remote = towards()
    times(5, remote, stranger)
    expect(remote.accepts(told)).toBe(true)
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
    remote.accepts(told)
    remote.tell(sibling)
    expect(times(3, remote, told)).toBe(0)
    expect(remote.target).toEqual(sibling)
    expect(remote.accepts(sibling)).toBe(true)
  })

  it('stays when the same description comes again', () => {
    const remote = towards()
    remote.accepts(sibling)
    expect(remote.tell({ ...told })).toBe(false)
    expect(remote.target).toEqual(sibling)
  })
})
