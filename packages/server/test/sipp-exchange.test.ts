import type { Line } from '@reveille/contract'
import { prepareAudio } from '@reveille/sip'
import { describe, expect, test } from 'vitest'
import { has } from '../../../peers/programs.ts'
import {
  answers,
  exchange,
  receives,
  receivesStatus,
  replies,
  sdp,
  sends,
  pauses,
  type Step,
} from '../../sip/test/sipp/scenario.ts'
import { type Sipp, startSipp } from '../../sip/test/sipp/sipp.ts'
import type { Voice } from '../src/calls/caller.ts'
import { eventually } from '../testing/eventually.ts'
import { type LiveHotel, type LiveOptions, openLiveHotel } from './live-hotel.ts'

/** The whole product, from the site file to the wire, with sipp for an exchange. */

/** Said twice, it is heard for longer than it takes to count. */
const voice: Voice = {
  prepare: () => Promise.resolve({ ...prepareAudio(new Uint8Array(8 * 2_500).fill(0x55)), marks: [] }),
}

const ring = answers(180, 'Ringing')
const take = answers(200, 'OK', { body: sdp({ port: '[media_port]' }) })
const hungUpByUs = [receives('BYE'), replies(200, 'OK')]
const heard = [take, receives('ACK'), ...hungUpByUs]
const answered = [receives('INVITE'), ring, ...heard]
const there = { OPTIONS: [replies(200, 'OK')] }

interface Scene {
  readonly steps: readonly Step[]
  readonly line?: Partial<Line>
  readonly wakeup?: LiveOptions['wakeup']
}

async function open({ steps, line, wakeup }: Scene): Promise<{ hotel: LiveHotel; sipp: Sipp }> {
  const sipp = await startSipp(steps, { lasts: true, echoes: true })
  const { host, port } = sipp.address
  const own = { uri: 'sip:voice1@hotel.example', registrar: `${host}:${port}`, register: false }
  const hotel = await openLiveHotel({
    line: { ...own, ...line },
    voice,
    wakeup: { attempts: 1, machines: 'off', ...wakeup },
  })
  return { hotel, sipp }
}

const uris = (sipp: Sipp) =>
  sipp
    .trace()
    .requests('INVITE')
    .map(({ uri }) => uri)

describe.skipIf(!has('sipp'))('a guest is woken through an exchange', () => {
  test('that never answers OPTIONS, although its line is judged dead', async () => {
    const { hotel, sipp } = await open({ steps: exchange(answered, { OPTIONS: [] }) })
    await eventually(async () => expect(await hotel.line()).toMatchObject({ working: false }))
    expect(sipp.trace().ours).toContain('OPTIONS')
    expect(await hotel.settled(await hotel.ask('101'))).toMatchObject({ attempts: 1, result: 1 })
    expect(new Set(uris(sipp))).toEqual(new Set(['sip:101@hotel.example']))
  })

  test('that does not let the line register (403), and it says so', async () => {
    const forbidden = replies(403, 'Forbidden')
    const steps = exchange(answered, { ...there, REGISTER: [forbidden, receives('REGISTER'), forbidden] })
    const { hotel, sipp } = await open({ steps, line: { register: true } })
    const why =
      'the exchange does not let it register: a wrong password, or the extension is registered elsewhere (403 Forbidden)'
    await eventually(async () => expect(await hotel.line()).toMatchObject({ working: false, why }))
    expect(await hotel.settled(await hotel.ask('101'))).toMatchObject({ attempts: 1, result: 1 })
    expect(await hotel.line()).toMatchObject({ working: false, why })
    // The second asks what it has of ours from before (RFC 3261 10.2.3). A busy machine repeats each.
    const asked = sipp
      .trace()
      .requests('REGISTER')
      .map(
        ({ headers }) => `${headers.get('cseq')} ${headers.get('contact') === undefined ? 'asks' : 'binds'}`,
      )
    expect([...new Set(asked)]).toEqual(['1 REGISTER binds', '2 REGISTER asks'])
  })

  test('that wants to know that we heard the ringing (PRACK)', async () => {
    const told = answers(180, 'Ringing', {
      headers: [
        ['Require', '100rel'],
        ['RSeq', '7'],
      ],
    })
    const steps = [receives('INVITE'), told, receives('PRACK'), replies(200, 'OK'), ...heard]
    const { hotel, sipp } = await open({ steps: exchange(steps, there), line: { reliable: 'required' } })
    expect(await hotel.settled(await hotel.ask('101'))).toMatchObject({ attempts: 1, result: 1 })
    const [invite] = sipp.trace().requests('INVITE')
    const [prack] = sipp.trace().requests('PRACK')
    expect([invite?.headers.get('require'), prack?.headers.get('rack')]).toEqual(['100rel', '7 1 INVITE'])
  })

  describe('that sends the call on (302)', () => {
    const moved = answers(302, 'Moved Temporarily', {
      headers: [['Contact', '<sip:102@[local_ip]:[local_port]>']],
    })
    const sentOn = [receives('INVITE'), moved, receives('ACK')]

    test('where the line allows it', async () => {
      const steps = exchange([...sentOn, receives('INVITE'), ring, ...heard], there)
      const { hotel, sipp } = await open({ steps, line: { redirects: 1 } })
      expect(await hotel.settled(await hotel.ask('101'))).toMatchObject({ attempts: 1, result: 1 })
      const { host, port } = sipp.address
      expect([...new Set(uris(sipp))]).toEqual(['sip:101@hotel.example', `sip:102@${host}:${port}`])
    })

    test('and not where it does not', async () => {
      const { hotel, sipp } = await open({ steps: exchange(sentOn, there) })
      expect(await hotel.settled(await hotel.ask('101'))).toMatchObject({ attempts: 1, result: 6 })
      expect([...new Set(uris(sipp))]).toEqual(['sip:101@hotel.example'])
    })
  })
})

describe.skipIf(!has('sipp'))('a guest who does not answer', () => {
  test('is rung once more when the exchange has lost the call (481 to the CANCEL), and no more often', async () => {
    const cancelled = [receives('CANCEL'), replies(481, 'No such call')]
    const steps = exchange([receives('INVITE'), ring, ...cancelled], there)
    const { hotel, sipp } = await open({ steps, wakeup: { ringTime: '5s' } })
    expect(await hotel.settled(await hotel.ask('101'))).toMatchObject({ attempts: 1, result: 2 })
    const calls = new Set(
      sipp
        .trace()
        .requests('CANCEL')
        .map(({ headers }) => headers.get('call-id')),
    )
    expect(calls.size).toBe(2)
  })

  test('and hangs up after a word counts as not woken', async () => {
    const hungUp = [take, receives('ACK'), pauses(500), sends('BYE', 1), receivesStatus(200)]
    const { hotel } = await open({ steps: exchange([receives('INVITE'), ring, ...hungUp], there) })
    expect(await hotel.settled(await hotel.ask('101'))).toMatchObject({ attempts: 1, result: 2 })
  })
})
