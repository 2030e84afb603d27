import type { SiteFile } from '@reveille/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { raise } from '../src/hotel/desk/alarm.ts'
import { type Hotel, openHotel, SITE } from './hotel.ts'
import { Screen } from './screen.ts'
import { scriptedConnector } from './scripted-connector.ts'

const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'

/** A hotel that has what the examples name. */
const HOUSE: SiteFile = {
  ...SITE,
  tenants: [...(SITE.tenants ?? []), { id: '6f9619ff-8b86-d011-b42d-00cf4fc964ff', name: 'West wing' }],
  telephony: { mode: 'sip', lines: [{ name: 'voice1', uri: 'sip:voice@hotel.example', register: false }] },
  inventory: {
    ...SITE.inventory,
    rooms: ['101', 'spa'],
    connectors: (SITE.inventory?.connectors ?? []).map((one) =>
      one.type === 'fias' ? { ...one, guests: true } : one,
    ),
  },
  prompts: [{ id: 7, description: 'Regatta' }],
  users: [...(SITE.users ?? []), { username: 'anna', password: 'a long pass phrase' }],
}

interface Operation {
  readonly operationId: string
  readonly parameters?: readonly { readonly in: string; readonly name: string; readonly example?: string }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: object }>> }
}

interface Example {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly body: object
}

/** Text that a form can carry: what is nested is JSON. */
const formOf = (fields: object) =>
  new URLSearchParams(
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [
        name,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
    ),
  ).toString()

/** Every example of a request, with the examples of the values in its path. */
function examplesIn(paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>, type: string) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { operationId, parameters = [], requestBody }]): Example[] => {
      const body = requestBody?.content[type]?.example
      const filled = parameters
        .filter((one) => one.in === 'path' && one.example !== undefined)
        .reduce((text, one) => text.replace(`{${one.name}}`, String(one.example)), path)
      return body ? [{ id: operationId, method: method.toUpperCase(), path: filled, body }] : []
    }),
  )
}

const ALARM = '7f9619ff-8b86-4011-b42d-00cf4fc964ff'

describe.each([FORM, JSON_TYPE])('an example of the document, sent as %s', (type) => {
  let hotel: Hotel
  let examples: readonly Example[]

  beforeAll(async () => {
    hotel = await openHotel({
      site: HOUSE,
      connectorFor: () => Object.assign(scriptedConnector(), { ready: false }),
    })
    examples = examplesIn((await hotel.request(null, 'GET', '/openapi.json')).json.paths, type)
  })
  afterAll(() => hotel.close())

  const done = async (method: string, url: string, body: Record<string, string> = {}) => {
    const answer = await hotel.request('boss', method, url, method === 'GET' ? undefined : body)
    expect(answer.status).toBeLessThan(300)
    return answer.json
  }

  /** What somebody must have done before: `{id}` is what it is then found by. */
  const before: Readonly<Record<string, () => Promise<string>>> = {
    'wakeup.overwrite': async () => (await done('POST', '/rest/wakeup', { room: '103', time: '0600' })).id,
    'wakeup.reschedule': async () => (await done('POST', '/rest/wakeup', { room: '103', time: '0610' })).id,
    'wakeup.restore': async () => {
      const { id } = await done('POST', '/rest/wakeup', { room: '103', time: '0615' })
      await hotel.request('boss', 'DELETE', `/rest/wakeup/${id}`)
      return id
    },
    'wakeup.skip': async () =>
      (await done('POST', '/rest/wakeup', { room: '103', time: '0620', daily: 'true' })).id,
    'user.phonePin': async () => {
      await done('POST', '/rest/config/user', { username: '12', password: 'a long pass phrase' })
      return '12'
    },
    'alarm.acknowledge': () => raised(ALARM),
    'alarm.acknowledgeAll': () => raised('11111111-2222-4333-8444-555555555555'),
    'guest.change': async () => {
      await done('POST', '/rest/mailbox/104/checkin')
      return (await done('GET', '/rest/guest')).guests[0].id
    },
    'delivery.replay': () => charged(),
    'delivery.settle': () => charged(),
    'inventory.void': () => charge(),
    'inventory.correct': () => charge(),
    'stay.checkOut': () => done('POST', '/rest/mailbox/101/checkin'),
    'stay.move': () => done('POST', '/rest/mailbox/101/checkin'),
  }
  const raised = async (id: string) => {
    const facts = {
      tenant: '',
      kind: 'line.down',
      subject: `voice of ${id}`,
      room: '',
      text: 'Down',
      detail: { why: 'it does not answer' },
    } as const
    const alarm = raise({ id, ...facts }, hotel.clock.now())
    await hotel.app.database.transaction(({ alarms }) => alarms.insert(alarm))
    return id
  }
  const charge = async () => {
    const fields = { id: '10', quantity: '2', room: '101' }
    return (await hotel.request('boss', 'POST', '/rest/isi/charge', fields)).headers['reveille-charge'] ?? ''
  }
  const charged = async () => {
    await done('POST', '/rest/isi/charge', { id: '10', quantity: '1', room: '101' })
    return (await done('GET', '/rest/delivery')).deliveries.at(-1).id
  }

  it('is accepted as it stands', async () => {
    const seen: Record<string, number> = {}
    const screen = await Screen.at(hotel, 'anna', { password: 'a long pass phrase' })
    for (const { id, method, path, body } of examples) {
      const key = (await before[id]?.()) ?? ''
      const sent = type === FORM ? formOf(body) : JSON.stringify(body)
      const how = { 'content-type': type }
      const answer = id.startsWith('session.')
        ? await screen.ask(method, path, sent, how)
        : await hotel.request('boss', method, path.replace('{id}', key), sent, how)
      seen[id] = answer.status
    }
    const refused = Object.entries(seen).filter(([, status]) => status !== 200 && status !== 201)
    expect(Object.keys(seen).length).toBeGreaterThan(35)
    // Nobody is at the other end of the link: where somebody is, it is accepted (property-link.test.ts).
    // And this house is somebody's, and no demonstration (setup.test.ts); and one process is alone (nodes-standing.test.ts).
    expect(refused).toEqual([
      ['system.drain', 404],
      ['setup.claim', 409],
      ['setup.leave', 409],
      ['connector.resync', 409],
    ])
  })
})
