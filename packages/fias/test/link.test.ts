import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createLink, type LinkState } from '../src/index.ts'
import { recordText } from '../src/wire/record.ts'
import { manualClock } from '../testing/manual-clock.ts'
import { openPms } from '../testing/scripted-pms.ts'
import { begin, linked, posting } from './journey.ts'
import { settled, until } from './until.ts'

const KEY = 'GVDpVnl6qYlTQXQJZxXdbw=='

describe('a link', () => {
  it('comes alive when the property system has heard what we speak of', async () => {
    const { pms, heard } = await linked({}, { version: '1.2' })
    expect(heard.states).toEqual(['connecting', 'waiting for LS', 'waiting for LA', 'alive'])
    expect(pms.received.map(recordText)).toEqual([
      'LD|DA260314|TI124254|V#1.2|IFPB|RT4|',
      'LR|RIPS|FLRNPTDATIP#TAMAM#SOCTX1IDWSG#|',
      'LR|RIPA|FLRNASCTP#DATISOWS|',
      'LR|RIWR|FLRNDATI|',
      'LR|RIWC|FLRNDATI|',
      'LR|RIWA|FLRNDATIAS|',
      'LR|RIGI|FLRNG#GNGLGVGSGDNPSF|',
      'LR|RIGO|FLRNG#GSSF|',
      'LR|RIGC|FLRNG#GNGLGVGSGDNPRO|',
      'LR|RINS|FLDATI|',
      'LR|RINE|FLDATI|',
      'LA|DA260314|TI124254|',
    ])
    expect(pms.violations).toEqual([])
  })

  it('speaks only of postings and the night audit when nothing else is wanted', async () => {
    const { pms } = await linked({}, { features: {}, family: 'MB' })
    expect(pms.received.filter(({ id }) => id === 'LR').map(({ fields }) => fields[0]?.[1])).toEqual([
      'PS',
      'PA',
      'NS',
      'NE',
    ])
    expect(recordText(pms.received[0] ?? { id: '', fields: [] })).toContain('|IFMB|')
  })

  it('asks a property system that does not speak first', async () => {
    const { pms, clock, state, alive, heard } = await begin({ behaviour: { greets: false } })
    await state('waiting for LS')
    clock.advance(2_999)
    await settled()
    expect(pms.received).toEqual([])
    clock.advance(1)
    await alive()
    expect(pms.received[0]?.id).toBe('LS')
    expect(heard.states).toEqual([
      'connecting',
      'waiting for LS',
      'waiting for answer',
      'waiting for LA',
      'alive',
    ])
    expect(pms.violations).toEqual([])
  })

  it('keeps what the property system tells of itself before it is alive', async () => {
    const { link } = await linked({ behaviour: { configures: true } })
    expect(link.describe()).toMatchObject({ state: 'alive', pmsVersion: 'Scripted 1.0', outstanding: null })
  })

  it('gives up on a property system that never answers, and tries again', async () => {
    const { pms, clock, link, state, alive } = await begin({ behaviour: { answersAlive: false } })
    await state('waiting for LA')
    expect(await link.post(posting(1))).toMatchObject({ kind: 'not linked' })
    clock.advance(29_999)
    expect(link.state).toBe('waiting for LA')
    clock.advance(1)
    expect(link.state).toBe('backing off')
    pms.behave({ answersAlive: true })
    while (link.state === 'backing off') clock.advance(100)
    await alive()
    expect([pms.connections, pms.violations]).toEqual([2, []])
  })

  it('is described again when the property system starts anew', async () => {
    const { pms, link, heard, alive } = await linked()
    pms.startLink()
    await until('a second description', () => pms.received.filter(({ id }) => id === 'LD').length === 2)
    await alive()
    expect(heard.states.slice(-2)).toEqual(['waiting for LA', 'alive'])
    expect(await link.post(posting(1))).toEqual({ kind: 'delivered', status: 'OK' })
    expect([pms.connections, pms.violations]).toEqual([1, []])
  })

  it('is described as often as the property system starts anew', async () => {
    const { pms, heard, link } = await linked()
    for (let times = 2; times <= 30; times++) {
      pms.startLink()
      await until('a link', () => heard.states.filter((state) => state === 'alive').length === times)
    }
    expect(await link.post(posting(1))).toEqual({ kind: 'delivered', status: 'OK' })
    expect([pms.connections, heard.troubles]).toEqual([1, []])
  })

  it('answers a farewell, and comes back', async () => {
    const { pms, heard, relinked, state } = await linked()
    pms.endLink()
    await state('backing off')
    await until('the answer', () => pms.received.some(({ id }) => id === 'LE'))
    expect(heard.whys.at(-1)).toBe('The property system ended the link')
    await relinked()
    expect([pms.connections, pms.violations]).toEqual([2, []])
  })

  it('says good-bye when it is stopped, and does not come back', async () => {
    const { pms, link, clock } = await linked()
    await link.stop()
    expect([link.state, pms.received.at(-1)?.id]).toEqual(['stopped', 'LE'])
    clock.advance(3_600_000)
    await settled()
    expect([pms.connections, pms.violations]).toEqual([1, []])
  })

  it('leaves nothing behind when it is stopped, not even in the night audit', async () => {
    const { pms, link, clock, heard } = await linked({ behaviour: { posting: 'silence' } })
    void link.post(posting(1))
    await until('the posting', () => pms.folio.bookings.length === 1)
    pms.startNightAudit()
    await until('the night audit', () => heard.nightAudits.length === 1)
    await link.stop()
    expect(clock.waiting).toBe(0)
  })

  it('can be started again after it was stopped', async () => {
    const { link, alive, pms } = await linked()
    await link.stop()
    link.start()
    await alive()
    expect(pms.connections).toBe(2)
  })

  it('leaves after two seconds where nobody answers the farewell', async () => {
    const { server, sockets, port } = await listen()
    const clock = manualClock()
    const link = createLink({ host: '127.0.0.1', port, clock })
    link.start()
    await until('a connection', () => sockets.length === 1)
    sockets[0]?.write('\u0002LS|DA260314|TI124254|\u0003\u0002LA|DA260314|TI124254|\u0003')
    await until('a link', () => link.state === 'alive')
    const over = link.stop()
    expect(link.state).toBe('ending')
    clock.advance(2_000)
    await over
    server.close()
  })
})

describe('the alive check', () => {
  it('asks after five minutes of silence, with LS, and is content with LA', async () => {
    const { pms, link, clock, heard } = await linked()
    const before = pms.received.length
    clock.advance(299_999)
    expect(link.state).toBe('alive')
    clock.advance(1)
    await until('an answer', () => heard.states.at(-1) === 'alive' && pms.received.length > before)
    expect(pms.received.slice(before).map(({ id }) => id)).toEqual(['LS'])
    expect(heard.states.slice(-2)).toEqual(['checking', 'alive'])
    expect([pms.connections, pms.violations]).toEqual([1, []])
  })

  it('asks nothing while records come', async () => {
    const { pms, clock, heard } = await linked()
    const before = pms.received.length
    for (let turn = 0; turn < 5; turn++) {
      clock.advance(200_000)
      pms.checkIn('105', { reservation: String(turn), name: 'Eve' })
      await until('a check-in', () => heard.guests.length === turn + 1)
    }
    expect(pms.received.length).toBe(before)
  })

  it('keeps the link during a long resync as long as records come', async () => {
    const { pms, link, clock, state, heard } = await linked()
    pms.beginResync()
    await state('resync')
    for (let turn = 0; turn < 3; turn++) {
      pms.checkIn('105', { reservation: String(turn), name: 'Eve' })
      await until('a check-in', () => heard.guests.filter(({ room }) => room === '105').length === turn + 1)
      clock.advance(200_000)
      expect(link.state).toBe('resync')
    }
    pms.endResync()
    await state('alive')
    expect([heard.resyncs, pms.connections]).toEqual([['begun', 'done'], 1])
  })

  it('gives up on a property system that is silent', async () => {
    const { pms, link, clock, relinked } = await linked()
    pms.behave({ answersAlive: false })
    clock.advance(300_000)
    expect(link.state).toBe('checking')
    expect(await link.post(posting(1))).toMatchObject({ kind: 'not linked' })
    clock.advance(30_000)
    expect(link.state).toBe('backing off')
    pms.behave({ answersAlive: true })
    await relinked()
    expect(pms.violations).toEqual([])
  })

  it('finds a property system that has forgotten us, and describes itself', async () => {
    const { pms, clock, heard, alive } = await linked()
    clock.advance(300_000)
    pms.startLink()
    await until('a description', () => heard.states.at(-1) === 'alive' && heard.states.includes('checking'))
    await alive()
    expect(pms.connections).toBe(1)
  })
})

describe('a property system that is not there', () => {
  it('is tried again after 1, 2, 5, 10 and then every 30 seconds, more or less', async () => {
    const { server, port } = await listen()
    server.close()
    await once(server, 'close')
    const clock = manualClock()
    const waits: number[] = []
    let since = 0
    const onState = (state: LinkState) => {
      if (state === 'backing off') since = clock.now()
      else if (state === 'connecting' && since > 0) waits.push(clock.now() - since)
    }
    const random = { bytes: (count: number) => new Uint8Array(count), integer: () => 1_200 }
    clock.advance(1)
    const link = createLink({ host: '127.0.0.1', port, clock, random, onState })
    link.start()
    while (waits.length < 6) {
      await until('a refusal', () => link.state === 'backing off')
      clock.advance(100)
    }
    await link.stop()
    expect(waits).toEqual([1_200, 2_400, 6_000, 12_000, 36_000, 36_000])
  })

  it('is found as soon as it is there', async () => {
    const { server, port } = await listen()
    server.close()
    await once(server, 'close')
    const clock = manualClock()
    const link = createLink({ host: '127.0.0.1', port, clock })
    link.start()
    await until('a refusal', () => link.state === 'backing off')
    expect(link.describe().why).toContain('ECONNREFUSED')
    const pms = await openPms({ port })
    while (link.state === 'backing off') clock.advance(100)
    await until('a link', () => link.state === 'alive')
    await link.stop()
    await pms.close()
  })
})

describe('a link that is lost again and again', () => {
  it('never has two connections at once', async () => {
    const events: string[] = []
    const { pms, link, clock, relinked } = await linked({ onEvent: ({ kind }) => void events.push(kind) })
    const losses = [
      () => pms.cut(),
      () => pms.endLink(),
      () => {
        pms.behave({ answersAlive: false })
        clock.advance(330_000)
        pms.behave({ answersAlive: true })
      },
    ]
    for (const lose of losses) {
      const before = pms.connections
      lose()
      await until('the end', () => events.filter((kind) => kind === 'closed').length === before)
      await relinked()
    }
    expect([pms.connections, events.includes('kicked'), link.state]).toEqual([4, false, 'alive'])
  })
})

describe('a connection', () => {
  const open = new Set<Socket>()
  const overlaps: number[] = []
  const onSocket = (message: unknown) => {
    const { socket } = message as { socket: Socket }
    overlaps.push(open.size)
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  }

  it('is made when the one before it is gone, and not before', async () => {
    const clock = manualClock()
    const pms = await openPms({ clock })
    // The next try is due while the one before is still being closed.
    const onState = (state: LinkState) => void (state === 'backing off' && clock.advance(1_500))
    const link = createLink({ ...pms.address, clock, onState })
    subscribe('net.client.socket', onSocket)
    link.start()
    await until('a link', () => link.state === 'alive')
    pms.endLink()
    await until('another', () => link.state === 'alive' && pms.connections === 2)
    unsubscribe('net.client.socket', onSocket)
    await link.stop()
    await pms.close()
    expect(overlaps).toEqual([0, 0])
  })
})

describe('two links to one port', () => {
  it('steal it from each other, but ever less often', async () => {
    const { pms, link, clock, another } = await linked()
    const rival = another()
    await until('a theft', () => rival.state === 'alive' && link.state === 'backing off')
    for (let moved = 0; moved < 300_000; moved += 100) {
      clock.advance(100)
      if (link.state !== 'backing off' && rival.state !== 'backing off') await settled()
    }
    // At one a second there would be three hundred.
    expect(pms.connections).toBeGreaterThan(4)
    expect(pms.connections).toBeLessThan(40)
  })
})

describe('a link with authentication', () => {
  it('is let in with the right key', async () => {
    const { pms } = await linked({ authKey: KEY }, { authKey: `FidCrypt0S|${KEY}` })
    expect(pms.received[0]?.fields.map(([id]) => id)).toContain('CG')
    expect(pms.violations).toEqual([])
  })

  it('is let in again when the property system starts anew, by another date and time', async () => {
    const { pms, clock, alive, heard } = await linked({ authKey: KEY }, { authKey: KEY })
    clock.advance(61_000)
    pms.startLink()
    await until('a second description', () => heard.states.filter((state) => state === 'alive').length === 2)
    await alive()
    expect(pms.connections).toBe(1)
  })

  it.each([
    ['a wrong key', { authKey: 'AAAAAAAAAAAAAAAAAAAAAA==' }],
    ['a property system that ends the connection', { behaviour: { dropsAfterDescription: true } }],
  ])('stops and tells with %s, and does not try again', async (_, pmsOptions) => {
    const { pms, link, clock, state, heard } = await begin(pmsOptions, { authKey: KEY })
    await state('turned away')
    expect(heard.whys.at(-1)).toContain('authentication')
    clock.advance(3_600_000)
    await settled()
    expect([pms.connections, link.state]).toEqual([1, 'turned away'])
  })

  it('is turned away by a farewell, too', async () => {
    const { pms, state } = await begin({ behaviour: { answersAlive: false } }, { authKey: KEY })
    await until('a description', () => pms.received.some(({ id }) => id === 'LA'))
    pms.endLink()
    await state('turned away')
  })

  it('was let in if the property system told of itself, whatever happens then', async () => {
    const behaviour = { configures: true, answersAlive: false }
    const { pms, state, link } = await begin({ behaviour }, { authKey: KEY })
    await until('the version', () => link.describe().pmsVersion !== null)
    pms.cut()
    await state('backing off')
  })

  it('tries once more when somebody starts it again', async () => {
    const { pms, link, state, alive } = await begin(
      { behaviour: { dropsAfterDescription: true } },
      { authKey: KEY },
    )
    await state('turned away')
    pms.behave({ dropsAfterDescription: false })
    link.start()
    await alive()
  })

  it('is not turned away for good when it is only the connection that breaks', async () => {
    const { pms, relinked } = await linked({}, { authKey: KEY })
    pms.cut()
    await relinked()
  })
})

describe('a link without authentication', () => {
  it('that is dropped after its description comes back', async () => {
    const { pms, relinked } = await begin({ behaviour: { dropsAfterDescription: true } })
    await until('a description', () => pms.received.some(({ id }) => id === 'LD'))
    pms.behave({ dropsAfterDescription: false })
    await relinked()
  })
})

const servers: { server: ReturnType<typeof createServer>; sockets: Socket[] }[] = []
afterEach(() => {
  for (const { server, sockets } of servers.splice(0)) {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
})

async function listen() {
  const sockets: Socket[] = []
  const server = createServer((socket) => void sockets.push(socket.on('error', () => {})))
  servers.push({ server, sockets })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, sockets, port: (server.address() as AddressInfo).port }
}

describe('something else at that port', () => {
  it('is left alone when it talks and talks', async () => {
    const { sockets, port } = await listen()
    const clock = manualClock()
    const link = createLink({ host: '127.0.0.1', port, clock })
    link.start()
    await until('a connection', () => sockets.length === 1)
    sockets[0]?.write('x'.repeat(100_000))
    await until('the end', () => link.state === 'backing off')
    expect(link.describe().why).toBe('What is at that port does not speak FIAS')
    await link.stop()
  })

  it('that asks for the description again and again does not keep us busy', async () => {
    const { sockets, port } = await listen()
    const troubles: string[] = []
    const clock = manualClock()
    const link = createLink({ host: '127.0.0.1', port, clock, onTrouble: (text) => void troubles.push(text) })
    link.start()
    await until('a connection', () => sockets.length === 1)
    const ask = '\u0002LS|DA260314|TI124254|\u0003'
    sockets[0]?.write(ask)
    sockets[0]?.on('data', () => sockets[0]?.write(ask))
    await until('the end of patience', () => troubles.length > 0)
    expect(troubles[0]).toContain('again and again')
    await link.stop()
  })
})
