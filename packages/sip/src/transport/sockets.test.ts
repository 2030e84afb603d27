import { afterEach, describe, expect, it } from 'vitest'
import { Sockets, type SocketsOptions } from './sockets.ts'

const open: Sockets[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((sockets) => sockets.close()))
})

function socketsAt(port: number, more: Partial<SocketsOptions> = {}) {
  const bind = { host: '127.0.0.1', port }
  const sockets = new Sockets({ bind, protocols: ['UDP'], onBytes: () => {}, ...more })
  open.push(sockets)
  return sockets
}

describe('the sockets of a port', () => {
  it('open when they are first needed', async () => {
    const sockets = socketsAt(0)
    expect(sockets.local.port).toBe(0)
    const flow = await sockets.flowTo('sip:127.0.0.1:5999', 'UDP')
    expect(flow.local).toEqual(sockets.local)
    expect(flow.local.port).toBeGreaterThan(0)
  })

  it('open later where the port was taken at first', async () => {
    const first = socketsAt(0)
    await first.open()
    const second = socketsAt(first.local.port)
    await expect(second.open()).rejects.toThrow('EADDRINUSE')
    await first.close()
    await second.open()
    expect(second.local).toEqual(first.local)
  })

  it('stay closed once they are, however they were opened', async () => {
    const sockets = socketsAt(0)
    const opening = sockets.open()
    await sockets.close()
    await opening
    await expect(sockets.flowTo('sip:127.0.0.1', 'UDP')).rejects.toThrow('closed')
    const again = socketsAt(sockets.local.port)
    await again.open()
  })

  it('say so when a protocol is not among them', async () => {
    await expect(socketsAt(0).flowTo('sip:127.0.0.1;transport=tcp', 'UDP')).rejects.toThrow('TCP is not open')
  })

  it('have one port for TLS alone, and the next beside others', async () => {
    const alone = socketsAt(0, { protocols: ['TLS'] })
    const [transport] = (await alone.open()).values()
    expect(transport?.local).toEqual(alone.local)
    const together = await socketsAt(0, { protocols: ['UDP', 'TLS'] }).open()
    expect(together.get('TLS')?.local.port).toBe((together.get('UDP')?.local.port ?? 0) + 1)
  })
})
