import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ManualClock, manualClock } from '../testing/manual-clock.ts'
import { openPms, type ScriptedPms } from '../testing/scripted-pms.ts'
import { GUESTS, NOON } from './journey.ts'
import { until } from './until.ts'

/** The scripted property system against clients that make the mistakes that were seen in public code. */

const STX = '\u0002'
const ETX = '\u0003'
const DESCRIPTION = [
  'LD|DA260314|TI124254|V#1.0|IFPB|',
  'LR|RIPS|FLRNPTDATIP#TAMAM#SOCTX1|',
  'LR|RIPA|FLRNASCTP#DATI|',
  'LR|RIWA|FLRNDATIAS|',
  'LA|DA260314|TI124254|',
]
const POSTING = 'PS|RN101|PTM|MA1|M#1|DA260314|TI124254|P#1|'

let pms: ScriptedPms
let socket: Socket
let heard: string
let clock: ManualClock

beforeEach(async () => {
  clock = manualClock(NOON)
  pms = await openPms({ guests: GUESTS, clock })
  heard = ''
  socket = await client()
  socket.on('data', (chunk) => (heard += chunk.toString('latin1')))
  await until('a greeting', () => heard.includes('LS|'))
})

afterEach(async () => {
  socket.destroy()
  await pms.close()
})

async function client(): Promise<Socket> {
  const one = connect(pms.address)
  one.on('error', () => {})
  await once(one, 'connect')
  return one
}

const say = (...records: string[]) =>
  socket.write(records.map((record) => STX + record + ETX).join(''), 'latin1')

async function linked() {
  say(...DESCRIPTION)
  await until('a link', () => heard.includes('LA|'))
}

describe('the scripted property system', () => {
  it('reads nothing more of a client that it has dropped', async () => {
    pms.behave({ dropsAfterDescription: true })
    const dropped = once(socket, 'close')
    say(...DESCRIPTION)
    await dropped
    expect([pms.received.map(({ id }) => id), pms.violations]).toEqual([['LD'], []])
  })

  it('links, books and answers', async () => {
    await linked()
    say(POSTING)
    await until('an answer', () => heard.includes('PA|'))
    expect(heard).toContain(`${STX}PA|RN101|P#1|DA260314|TI124254|ASOK|${ETX}`)
    expect([pms.folio.bookings.length, pms.violations]).toEqual([1, []])
  })

  it('serves the newest connection, and drops the one before', async () => {
    const closed = once(socket, 'close')
    const newer = await client()
    await closed
    expect(pms.connections).toBe(2)
    newer.destroy()
  })

  it('ignores what comes before LA, and notes it', async () => {
    say(POSTING, ...DESCRIPTION)
    await until('a link', () => pms.isAlive)
    expect([pms.folio.bookings, pms.violations]).toEqual([[], ['PS before LA']])
  })

  it('does not answer an LA while the link is alive', async () => {
    await linked()
    const before = heard
    say('LA|DA260314|TI124254|', POSTING)
    await until('an answer', () => heard.includes('PA|'))
    expect(heard.slice(before.length)).not.toContain('LA|')
    expect(pms.violations).toEqual(['LA as a heart-beat'])
  })

  it.each<[string, string[], string]>([
    ['two postings at once', [POSTING, POSTING.replace('P#1', 'P#2')], 'P#2 before the answer to P#1'],
    ['an amount with a decimal point', ['PS|RN101|PTC|TA9.00|DA260314|TI124254|P#1|'], 'TA is no amount'],
    ['a date of another form', ['LS|DA03142026|TI124254|'], 'DA is no date'],
    ['a record without its last separator', [POSTING.slice(0, -1)], 'Not written as a record'],
    [
      'a field that was not described',
      ['PS|RN101|PTM|MA1|M#1|DA260314|TI124254|P#1|IDx|'],
      'ID of PS was not described',
    ],
    ['a record that was not described', ['RE|RN101|RS3|'], 'RE was not described'],
    ['an answer between two attempts', ['WA|RN101|DA260314|TI070000|ASRY|'], 'WA is no final answer'],
    ['an answer to no wake-up call', ['WA|RN101|DA260314|TI070000|ASOK|'], 'WA for no wake-up call'],
    ['a description of another form', ['LR|RTGI|RN|G#|'], 'LR is RI and FL, in this order'],
    ['no posting number', ['PS|RN101|PTM|MA1|M#1|DA260314|TI124254|'], 'P# is no posting number'],
    ['a negative count', ['PS|RN101|PTM|MA1|M#-1|DA260314|TI124254|P#1|'], 'M# is no count'],
    ['what is no record', ['hello'], 'No record'],
  ])('notes %s', async (_, records, rule) => {
    await linked()
    pms.behave({ posting: 'silence' })
    say(...records)
    await until('a note', () => pms.violations.length > 0)
    expect(pms.violations[0]).toContain(rule)
  })

  it('notes an alive check that comes too often', async () => {
    await linked()
    say('LS|DA260314|TI124254|')
    clock.advance(299_999)
    say('LS|DA260314|TI124254|')
    await until('a note', () => pms.violations.length > 0)
    expect(pms.violations).toEqual(['LS more often than every five minutes'])
  })

  it('notes what is sent between DS and DE', async () => {
    await linked()
    pms.beginResync()
    say(POSTING)
    await until('a note', () => pms.violations.length > 0)
    expect(pms.violations).toEqual(['PS between DS and DE'])
  })

  it('notes a second answer to a wake-up call', async () => {
    await linked()
    pms.askWakeup({ room: '101', date: '260315', time: '070000' })
    say('WA|RN101|DA260315|TI070000|ASNR|', 'WA|RN101|DA260315|TI070000|ASOK|')
    await until('a note', () => pms.violations.length > 0)
    expect(pms.wakeups).toMatchObject([{ answer: 'NR' }])
  })

  it('hears nothing of a client that ends its lines instead of framing its records', async () => {
    socket.write(`${DESCRIPTION.join('\r\n')}\r\n`)
    say('LS|DA260314|TI124254|')
    await until('the one that was framed', () => pms.received.length > 0)
    expect(pms.received.map(({ id }) => id)).toEqual(['LS'])
  })

  it('lets nobody in without the proof', async () => {
    const guarded = await openPms({ authKey: 'GVDpVnl6qYlTQXQJZxXdbw==' })
    const stranger = connect(guarded.address)
    const closed = once(stranger, 'close')
    stranger.write(DESCRIPTION.map((record) => STX + record + ETX).join(''))
    stranger.resume()
    await closed
    expect(guarded.isAlive).toBe(false)
    await guarded.close()
  })

  it('answers a farewell, and hears no more', async () => {
    await linked()
    const closed = once(socket, 'close')
    say('LE|DA260314|TI124254|')
    await closed
    expect(heard.endsWith(`${ETX}${STX}LE|DA260314|TI124254|${ETX}`)).toBe(true)
  })
})
