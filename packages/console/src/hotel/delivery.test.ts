import { describe, expect, it } from 'vitest'
import {
  bytesIn,
  countsOf,
  curlOf,
  deedsFor,
  fareOf,
  fieldsIn,
  filterQuery,
  headerIn,
  hexLines,
  isOfTwoPurposes,
  lanesOf,
  lanesToSettle,
  mayBeCleared,
  pastedHeader,
  signedText,
  stillChosen,
  verdictOn,
  whoseMessages,
} from './delivery.ts'

const traffic = (name: string, waiting: number) => ({
  name,
  purpose: 'charge',
  tenant: '',
  counts: { waiting, sending: 1, uncertain: 2, refused: 3, dead: 4, takenBack: 3, delivered: 5 },
  lastDelivered: null,
  begin: '',
  partMinutes: 30,
  accepted: [],
  delivered: [],
})
const WIRE = {
  id: 'd',
  protocol: 'http' as const,
  address: 'http://10.0.0.5/charges',
  headers: [
    { name: 'host', value: '10.0.0.5' },
    { name: 'webhook-id', value: 'd' },
    { name: 'webhook-timestamp', value: '17' },
    { name: 'webhook-signature', value: 'v1,[redacted]' },
  ],
  text: `{"item":"Chef's"}`,
  bytes: '',
  partial: false,
  why: '',
  log: [],
}

describe('deliveries', () => {
  it('are counted over all lanes, or over one', () => {
    const all = [traffic('bar', 10), traffic('pms', 20)]
    expect(countsOf(all, null)).toEqual({
      uncertain: 4,
      refused: 6,
      waiting: 32,
      dead: 2,
      takenBack: 6,
      delivered: 10,
    })
    expect(countsOf(all, 'pms').waiting).toBe(21)
  })

  it('are settled together where those of one lane are looked at, and not of one room alone', () => {
    const of = (name: string, uncertain: number, tenant = '', purpose = 'charge') =>
      ({ destination: { name, uncertain, tenant, purpose }, traffic: null }) as Parameters<
        typeof lanesToSettle
      >[0][number]
    const lanes = [of('pms', 2), of('bar', 1), of('spa', 2, 'a'), of('spa', 2, 'b')]
    const looked = { lane: 'pms', room: null, since: null }
    const settled = (filter: object, house = '', all = lanes) =>
      lanesToSettle(all, { ...looked, ...filter }, house).map(({ name, tenant }) => `${name} ${tenant}`)
    expect(settled({})).toEqual(['pms '])
    for (const other of [{ lane: null }, { lane: 'bar' }, { lane: 'new' }, { room: '101' }])
      expect(settled(other)).toEqual([])
    // Each house's by itself; where one house is looked at, its own and that which it shares.
    expect(settled({ lane: 'spa' })).toEqual(['spa a', 'spa b'])
    expect([settled({ lane: 'spa' }, 'b'), settled({}, 'b')]).toEqual([['spa b'], ['pms ']])
    expect(settled({}, 'b', [...lanes, of('pms', 2, 'b')])).toEqual(['pms ', 'pms b'])
    // A connector and a server, each by itself.
    expect(settled({}, '', [...lanes, of('pms', 3, '', 'room-status')])).toEqual(['pms ', 'pms '])
  })

  it('to a lane are those of its house, and of one that all share those of the house that is looked at', () => {
    expect(whoseMessages({ tenant: 'east' }, 'west')).toBe('east')
    expect(whoseMessages({ tenant: '' }, 'west')).toBe('west')
    expect(whoseMessages({ tenant: '' }, '')).toBeNull()
  })

  it('go to a lane that its name and house do not tell from another where that has another purpose', () => {
    const [bar, status, east] = [
      { name: 'bar', tenant: '', purpose: 'charge' },
      { name: 'bar', tenant: '', purpose: 'room-status' },
      { name: 'bar', tenant: 'east', purpose: 'charge' },
    ]
    expect(isOfTwoPurposes([bar, status, east], bar)).toBe(true)
    expect(isOfTwoPurposes([bar, east], bar)).toBe(false)
    expect(isOfTwoPurposes([bar, status, east], east)).toBe(false)
  })

  it.each([
    ['flowing', 5, 1, false],
    ['probing', 5, 0, false],
    ['paused', 0, 0, false],
    ['failing', 5, 0, true],
    ['disabled', 0, 1, true],
  ])(
    'to a lane that is %s, with %i waiting and %i uncertain, can be given up: %s',
    (state, waiting, uncertain, can) => {
      expect(mayBeCleared({ state, waiting, uncertain })).toBe(can)
    },
  )

  it('are asked for by lane, room and the day since when, and by nothing that is not set', () => {
    expect(filterQuery({ lane: null, room: null, since: null })).toEqual({})
    expect(filterQuery({ lane: 'bar', room: '101', since: '2026-11-15' })).toEqual({
      destination: 'bar',
      room: '101',
      start: '20261115',
    })
  })

  it('are counted beside how their lane fares', () => {
    const pms = { name: 'pms', purpose: 'charge', tenant: '' } as Parameters<typeof lanesOf>[0][number]
    expect(lanesOf([pms], [traffic('bar', 1), traffic('pms', 2)])[0]?.traffic?.counts.waiting).toBe(2)
    expect(lanesOf([pms], [])[0]?.traffic).toBeNull()
  })

  it.each([
    ['uncertain', ['folio', 'resend', 'drop']],
    ['refused', ['replay']],
    ['dead', ['replay']],
    ['waiting', ['drop']],
    ['sending', []],
    ['delivered', ['force']],
  ] as const)('that are %s leave a person these deeds: %j', (state, deeds) => {
    expect(deedsFor({ state, notAgain: null })).toEqual(deeds)
    expect(fareOf({ state, notAgain: null })).toBe(state)
  })

  it.each([
    ['uncertain', ['folio', 'drop']],
    ['refused', []],
    ['dead', []],
    ['delivered', []],
  ] as const)('that are %s, and whose charge was taken back, leave a person these: %j', (state, deeds) => {
    expect(deedsFor({ state, notAgain: 'taken-back' })).toEqual(deeds)
    expect(fareOf({ state, notAgain: 'taken-back' })).toBe(state === 'dead' ? 'takenBack' : state)
  })
})

describe('a selection of messages', () => {
  it('lets go of what is not listed any more, or was sent again meanwhile', () => {
    const chosen = new Map([
      ['a', 'refused'],
      ['b', 'refused'],
      ['c', 'refused'],
    ])
    const listed = [
      { id: 'b', state: 'waiting' },
      { id: 'c', state: 'refused' },
      { id: 'd', state: 'refused' },
    ] as const
    expect(stillChosen(chosen, listed)).toEqual([{ id: 'c', state: 'refused' }])
  })
})

describe('a message on the wire', () => {
  it('is written in lines of 16 bytes', () => {
    expect(hexLines(bytesIn(btoa('\u0002PS|RN312|PTC|TA900|\u0003')))).toEqual([
      { at: '00', hex: '02 50 53 7C 52 4E 33 31 32 7C 50 54 43 7C 54 41', text: '·PS|RN312|PTC|TA' },
      { at: '10', hex: '39 30 30 7C 03', text: '900|·' },
    ])
    expect(hexLines([])).toEqual([])
  })

  it('can be sent from a terminal, whatever stands in it', () => {
    expect(curlOf(WIRE).split(' \\\n')).toEqual([
      "curl -X POST 'http://10.0.0.5/charges'",
      "  -H 'webhook-id: d'",
      "  -H 'webhook-timestamp: 17'",
      "  -H 'webhook-signature: v1,[redacted]'",
      `  --data-binary '{"item":"Chef'\\''s"}'`,
    ])
  })

  it('is signed with its id and its time, if at all', () => {
    expect(signedText(WIRE)).toBe(`d.17.{"item":"Chef's"}`)
    expect(signedText({ ...WIRE, headers: [] })).toBeNull()
    expect(headerIn(WIRE, 'webhook-id')).toBe('d')
    expect(headerIn(WIRE, 'x-other')).toBe('')
  })

  it.each([
    'v1,abc= v1,def=',
    ' v1,abc= v1,def=\n',
    'webhook-signature: v1,abc= v1,def=',
    'Webhook-Signature:v1,abc= v1,def=',
    `'webhook-signature': 'v1,abc= v1,def=',`,
    `"webhook-signature": "v1,abc= v1,def="`,
  ])('take a header as it is copied: %j', (copied) => {
    expect(pastedHeader('webhook-signature', copied)).toBe('v1,abc= v1,def=')
  })

  it('has fields, where it is a record', () => {
    expect(fieldsIn('PS|RN312|P#4711|')).toEqual([
      ['RN', '312'],
      ['P#', '4711'],
    ])
  })
})

const NONE = { uncertain: 0, refused: 0, waiting: 0, dead: 0, takenBack: 5, delivered: 9 }
const lane = (state: string, waiting = 0, disabled: string | null = null) => ({
  state,
  waiting,
  failing: null,
  disabled,
})

describe('what the page of deliveries says first', () => {
  it.each([
    [{ uncertain: 2, refused: 1 }, [lane('disabled')], { is: 'uncertain', count: 2 }],
    [{ refused: 3 }, [lane('flowing')], { is: 'refused', count: 3 }],
    [{ dead: 1 }, [lane('flowing')], { is: 'dead', count: 1 }],
    [{ waiting: 2 }, [lane('disabled', 2), lane('flowing')], { is: 'disabled', count: 1 }],
    [{ waiting: 2 }, [lane('disabled', 2), lane('failing', 3)], { is: 'held', count: 3 }],
    [{ waiting: 2 }, [lane('disabled', 2, 'since'), lane('failing', 3)], { is: 'disabled', count: 1 }],
    [{ waiting: 0 }, [lane('disabled'), lane('unready')], { is: 'away', count: 1 }],
    [{ waiting: 4 }, [lane('failing', 3), lane('flowing', 1)], { is: 'held', count: 3 }],
    [{ waiting: 1 }, [lane('flowing', 1), lane('paused')], { is: 'away', count: 1 }],
    [{ waiting: 1 }, [lane('flowing', 1)], { is: 'well', count: 0 }],
  ])('of %j', (some, lanes, verdict) => {
    expect(verdictOn({ ...NONE, ...some }, lanes)).toEqual(verdict)
  })
})
