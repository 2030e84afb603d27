import { afterEach, describe, expect, it } from 'vitest'
import { openPhones } from '../../testing/scripted-phone.ts'
import { silentMedia } from '../../testing/silent-media.ts'
import { systemRandom } from '../transactions/clock.ts'
import { Line } from '../lines/lines.ts'
import { parseUri, userOf } from '../messages/uri.ts'
import { createUserAgent } from '../agent/user-agent.ts'

/** What was dialled, on its way to the other side and back into plain text. */

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

const NONSENSE = [
  '',
  ' ',
  '10\r\n1',
  '1\u00001',
  '<101>',
  '"101"',
  'tel:+4930123',
  '101@pbx',
  'sip:',
  '\ud800',
]

async function meet(lineUser = 'voice1') {
  const [dialled, heard]: [string[], string[]] = [[], []]
  const phones = await openPhones({
    media: silentMedia(),
    script: (number) => (dialled.push(number), { does: 'busy' }),
  })
  closers.push(() => phones.close())
  const bind = { host: '127.0.0.1', port: 0 }
  const agent = await createUserAgent({
    bind,
    media: silentMedia(),
    onCall(call) {
      heard.push(`${call.line} ${call.to} ${call.from}`)
      call.reject()
    },
  })
  closers.push(() => agent.close())
  agent.addLine({ user: lineUser, domain: '127.0.0.1', exchange: phones.address, register: false })
  return { phones, agent, dialled, heard }
}

describe('a number', () => {
  const line = new Line({ user: 'voice1', domain: 'pbx.example' }, systemRandom)

  it.each([
    ['101', '101'],
    ['*97#', '*97%23'],
    ['1 0', '1%200'],
    ['50%', '50%25'],
    ['Küche', 'K%C3%BCche'],
    ['+49(30)1-2.3_4!~', '+49(30)1-2.3_4!~'],
    ["a&b=c+d$e,f;g?h/i'", "a&b=c+d$e,f;g?h/i'"],
  ])('%j is written as %j, and read back as it was', (number, user) => {
    const uri = line.addressOf(number)
    expect(uri).toBe(`sip:${user}@pbx.example`)
    expect(parseUri(uri ?? '')?.user).toBe(user)
    expect(userOf(uri ?? '')).toBe(number)
  })

  it('that is an address already is left alone', () => {
    expect(line.addressOf('sip:%31@other.example;x=y')).toBe('sip:%31@other.example;x=y')
  })

  it('that is a sips address is dialled over TLS, and not over anything else (RFC 3261 19.1)', () => {
    const secure = new Line({ user: 'voice1', domain: 'pbx.example', protocol: 'TLS' }, systemRandom)
    expect(secure.addressOf('sips:101@pbx.example')).toBe('sips:101@pbx.example')
    expect(line.addressOf('sips:101@pbx.example')).toBeNull()
  })

  it.each(NONSENSE)('is not what stands in %j', (text) => {
    expect(line.addressOf(text)).toBeNull()
  })
})

describe('a call', () => {
  it.each(NONSENSE)('to %j ends at once as unreachable, and is not about the line', async (to) => {
    const { agent, dialled } = await meet()
    const end = await agent.dial('voice1', { to }).ended
    expect(end).toMatchObject({ outcome: 'unreachable', status: null })
    expect(end.reason).toMatch(/^Not a number or address to dial: "/)
    expect(dialled).toEqual([])
    expect(agent.unfinished).toBe(0)
    expect(agent.lines()[0]?.lastError).toBeNull()
  })

  it('comes to the phone with the number as it was dialled', async () => {
    const { agent, dialled } = await meet()
    await agent.dial('voice1', { to: '*9 Küche#' }).ended
    expect(dialled).toEqual(['*9 Küche#'])
  })

  it('finds the line, whichever way its name is written', async () => {
    const { agent, phones, heard } = await meet('voice 1')
    phones.agent.addLine({ user: '5 0', domain: '127.0.0.1', exchange: agent.local, register: false })
    const { host, port } = agent.local
    expect(await phones.agent.dial('5 0', { to: `sip:%76oice%201@${host}:${port}` }).ended).toMatchObject({
      outcome: 'busy',
    })
    expect(heard).toEqual(['voice 1 voice 1 5 0'])
  })
})
