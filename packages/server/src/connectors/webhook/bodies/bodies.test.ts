import { XMLParser } from 'fast-xml-parser'
import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { toInstant } from '../../../hotel/time/local-time.ts'
import type { DeliveryToSend } from '../../connector.ts'
import { bodyOf, eventOf, type WebhookFormat } from './index.ts'

const SITE = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
const AT = toInstant('2026-11-14T08:30:05', 'UTC')
const NAMELESS = { id: 'm', tenant: '', attempts: 0, at: AT, zone: 'Europe/Zurich', memo: null } as const

const STATUS: DeliveryToSend = {
  ...NAMELESS,
  kind: 'room.status.changed',
  room: '101',
  sequence: 17,
  payload: {
    room: '101',
    status: { id: '001', description: 'Maintenance' },
    previous: { id: '1', description: 'Clean' },
    user: 'desk',
    tenant: '',
  },
}
const CHARGE: DeliveryToSend = {
  ...NAMELESS,
  kind: 'inventory.charged',
  room: '101',
  sequence: 18,
  payload: {
    charge: 'c0ffee00-0000-4000-8000-000000000001',
    room: '101',
    item: { id: '10', description: 'Cola', category: { id: '1', description: 'Drinks' } },
    quantity: 2,
    price: '4.50',
    total: '9.00',
    user: 'maid',
    tenant: '',
  },
}

const told = (delivery: DeliveryToSend) => eventOf(delivery, (tenant) => tenant || SITE)

function bytesOf(format: WebhookFormat, delivery: DeliveryToSend) {
  const event = told(delivery)
  if (!event) throw new Error('It tells of nothing')
  return bodyOf(format, event).bytes
}
const textOf = (format: WebhookFormat, delivery: DeliveryToSend) =>
  bytesOf(format, delivery).toString('latin1')

describe('a status change', () => {
  it.each<[WebhookFormat, string]>([
    [
      'json',
      `{"type":"room.status.changed","timestamp":"2026-11-14T09:30:05+01:00","data":{"room":"101","status":{"id":"001","description":"Maintenance"},"previous":{"id":"1","description":"Clean"},"user":"desk","tenant":"${SITE}","sequence":17}}`,
    ],
    [
      'legacy-json',
      '{"room_status":{"room":[{"number":"101","date":"20261114","time":"09:30:05","status":"001","description":"Maintenance","sequence":17,"attempt":0,"user":{"id":"desk","fname":"","lname":""}}]}}',
    ],
    [
      'xml',
      '<?xml version="1.0" encoding="ISO-8859-1"?><room_status><room number="101" date="20261114" time="09:30:05" status="001" description="Maintenance" sequence="17" attempt="0"><user id="desk"><fname/><lname/></user></room></room_status>',
    ],
    [
      'jazz',
      '<?xml version="1.0" encoding="ISO-8859-1"?><room_status><room number="101" date="20261114" time="09:30:05" status="001" description="Maintenance" sequence="17" attempt="0"><user id="desk"><fname/><lname/></user></room></room_status></xml>',
    ],
    [
      'form',
      'type=room_status&number=101&date=20261114&time=09%3A30%3A05&status=001&description=Maintenance&sequence=17&attempt=0&user=desk',
    ],
  ])('is told in the format %s byte for byte as the interface says', (format, body) => {
    expect(textOf(format, STATUS)).toBe(body)
  })

  it('of a room that never had a status says so', () => {
    const first = { ...STATUS, payload: { ...STATUS.payload, previous: null } }

    expect(JSON.parse(textOf('json', first))).toMatchObject({ data: { previous: null } })
  })

  it('tells the older formats how often it was tried before', () => {
    const third = { ...STATUS, attempts: 2 }

    expect(textOf('xml', third)).toContain('attempt="2"')
    expect(new URLSearchParams(textOf('form', third)).get('attempt')).toBe('2')
    expect(JSON.parse(textOf('legacy-json', third)).room_status.room[0].attempt).toBe(2)
  })
})

describe('a charge', () => {
  it.each<[WebhookFormat, string]>([
    [
      'json',
      `{"type":"inventory.charged","timestamp":"2026-11-14T09:30:05+01:00","data":{"charge":"c0ffee00-0000-4000-8000-000000000001","room":"101","item":{"id":"10","description":"Cola","category":{"id":"1","description":"Drinks"}},"quantity":2,"price":"4.50","total":"9.00","user":"maid","tenant":"${SITE}","sequence":18}}`,
    ],
    [
      'legacy-json',
      '{"inventory":{"room":[{"number":"101","date":"20261114","time":"09:30:05","sequence":18,"item":[{"id":"10","category":"Drinks","description":"Cola","price":"4.50","quantity":2}],"user":{"id":"maid","fname":"","lname":""}}]}}',
    ],
    [
      'xml',
      '<?xml version="1.0" encoding="ISO-8859-1"?><inventory><room number="101" date="20261114" time="09:30:05" sequence="18"><item id="10" category="Drinks" description="Cola" price="4.50" quantity="2"/><user id="maid"><fname/><lname/></user></room></inventory>',
    ],
    [
      'jazz',
      '<?xml version="1.0" encoding="ISO-8859-1"?><inventory><room number="101" date="20261114" time="09:30:05" sequence="18"><item id="10" category="Drinks" description="Cola" price="4.50" quantity="2"/><user id="maid"><fname/><lname/></user></room></inventory></xml>',
    ],
    [
      'form',
      'type=inventory&number=101&date=20261114&time=09%3A30%3A05&sequence=18&id=10&category=Drinks&description=Cola&price=4.50&quantity=2&user=maid',
    ],
  ])('is told in the format %s byte for byte as the interface says', (format, body) => {
    expect(textOf(format, CHARGE)).toBe(body)
  })

  it('names the guests of the room in the format json, and in no other', () => {
    const guests = [{ id: 'g', name: 'Ada', reservation: '4711', system: 'pms' }]
    const known = { ...CHARGE, payload: { ...CHARGE.payload, guests } }

    expect(JSON.parse(textOf('json', known)).data.guests).toEqual([{ name: 'Ada', reservation: '4711' }])
    for (const format of ['legacy-json', 'xml', 'jazz', 'form'] as const)
      expect(textOf(format, known)).toBe(textOf(format, CHARGE))
  })

  it('tells json its currency, tax and reference, and no older format anything of them', () => {
    const taxed = {
      ...CHARGE,
      payload: { ...CHARGE.payload, currency: 'CHF', taxRate: '8.1', reference: 'R-7' },
    }

    expect(JSON.parse(textOf('json', taxed)).data).toMatchObject({
      total: '9.00',
      currency: 'CHF',
      taxRate: '8.1',
      reference: 'R-7',
    })
    for (const format of ['legacy-json', 'xml', 'jazz', 'form'] as const)
      expect(textOf(format, taxed)).toBe(textOf(format, CHARGE))
  })

  it('that is taken back is one below zero in the older formats, and named in json', () => {
    const back = {
      ...CHARGE,
      kind: 'charge.voided',
      payload: { ...CHARGE.payload, quantity: -2, total: '-9.00', reason: 'Wrong room' },
    }

    expect(textOf('xml', back)).toContain('price="4.50" quantity="-2"')
    expect(new URLSearchParams(textOf('form', back)).get('quantity')).toBe('-2')
    expect(JSON.parse(textOf('json', back))).toMatchObject({
      type: 'charge.voided',
      data: { charge: CHARGE.payload['charge'], quantity: -2, total: '-9.00', reason: 'Wrong room' },
    })
  })

  it('of a tenant bears its id and the time of its own clocks', () => {
    const abroad = { ...CHARGE, tenant: 't-1', zone: 'America/New_York' }

    expect(JSON.parse(textOf('json', abroad))).toMatchObject({
      timestamp: '2026-11-14T03:30:05-05:00',
      data: { tenant: 't-1' },
    })
    expect(textOf('xml', abroad)).toContain('date="20261114" time="03:30:05"')
  })
})

/** A parser that nobody here wrote. */
const xml = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseAttributeValue: false,
  trimValues: false,
  processEntities: true,
  htmlEntities: true,
})

const described = (description: string): DeliveryToSend => ({
  ...STATUS,
  payload: { ...STATUS.payload, status: { id: '001', description } },
})

describe('a text that is not plain', () => {
  it('is a character reference wherever it is not ASCII, so that it reads the same in any encoding', () => {
    const bytes = bytesOf('xml', described('Küche – 名 😀 "<&>"'))

    expect(bytes.toString('latin1')).toContain(
      'description="K&#252;che &#8211; &#21517; &#128512; &quot;&lt;&amp;&gt;&quot;"',
    )
    expect(bytes.every((byte) => byte < 0x80)).toBe(true)
  })

  it.each([
    ['a tab and a line', 'a\tb\nc', 'a&#9;b&#10;c'],
    ['a control character, which XML has no way to write', 'a\u0001b', 'a&#65533;b'],
    ['what is no character', 'a\ufffeb\uffffc', 'a&#65533;b&#65533;c'],
    ['half a character', 'a\ud800b', 'a&#65533;b'],
    ['a control character of Latin-1', 'a\u0085b', 'a&#133;b'],
  ])('keeps the XML well-formed: %s', (_, text, written) => {
    expect(textOf('xml', described(text))).toContain(`description="${written}"`)
  })

  // What XML has no way to write is told in the test before this one.
  const readable = fc
    .string({ unit: 'binary', maxLength: 40 })
    .filter((text) => /^[^\p{Cc}\p{Cs}\ufffe\uffff]*$/u.test(text))

  it('comes out of an independent parser as it went in, in every format', () => {
    fc.assert(
      fc.property(readable, (text) => {
        const delivery = described(text)
        const read = xml.parse(textOf('xml', delivery)) as { room_status: { room: { description: string } } }
        expect(read.room_status.room.description).toBe(text)
        expect(new URLSearchParams(bytesOf('form', delivery).toString()).get('description')).toBe(text)
        expect(JSON.parse(bytesOf('json', delivery).toString()).data.status.description).toBe(text)
        expect(JSON.parse(bytesOf('legacy-json', delivery).toString()).room_status.room[0].description).toBe(
          text,
        )
      }),
    )
  })
})

test('a message that tells of neither a charge nor a status has no body', () => {
  expect(told({ ...STATUS, payload: {} })).toBeNull()
  expect(told({ ...STATUS, payload: { ...STATUS.payload, status: 'Clean' } })).toBeNull()
})
