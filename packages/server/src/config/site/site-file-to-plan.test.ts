import type { SiteFile } from '@reveille/contract'
import { describe, expect, it } from 'vitest'
import { sitePlanOf } from './site-file-to-plan.ts'

const NOWHERE = { floor: '', section: '' }
const EAST = '6f9619ff-8b86-d011-b42d-00cf4fc964ff'

const lineNames = (lines: NonNullable<SiteFile['telephony']>['lines'] & object) =>
  sitePlanOf({ telephony: { mode: 'sip', lines } }).lines.map(({ name }) => name)

describe('the plan of a site', () => {
  it('that says nothing holds nothing', () => {
    expect(sitePlanOf({})).toEqual({
      sections: {},
      tenants: [],
      users: [],
      mailboxes: [],
      rooms: undefined,
      categories: [],
      items: [],
      statusTypes: [],
      destinations: [],
      lines: [],
      prompts: [],
    })
  })

  it('has every room by itself, with what was left out', () => {
    expect(sitePlanOf({ mailboxes: [{ range: '099-100', vip: true }] }).mailboxes).toEqual([
      {
        tenant: '',
        number: '099',
        extension: '099',
        name: 'Room 099',
        language: null,
        vip: true,
        ...NOWHERE,
      },
      {
        tenant: '',
        number: '100',
        extension: '100',
        name: 'Room 100',
        language: null,
        vip: true,
        ...NOWHERE,
      },
    ])
  })

  it('has exact prices, as they were written', () => {
    const items = [
      { id: '10', description: 'Cola', category: '1', max: 5, price: '4.5' },
      { id: '11', description: 'Water', category: '1', tenant: EAST },
    ]
    const bare = { currency: '', taxRate: '', category: '1' }
    expect(sitePlanOf({ inventory: { items } }).items).toEqual([
      { ...bare, tenant: '', id: '10', description: 'Cola', max: 5, price: { minor: 45, scale: 1 } },
      { ...bare, tenant: EAST, id: '11', description: 'Water', max: 0, price: { minor: 0, scale: 2 } },
    ])
  })

  it('keeps settings as they are written, and the lines apart from them', () => {
    const plan = sitePlanOf({
      site: { name: 'Grand Hotel' },
      telephony: { mode: 'sip', lines: [{ uri: 'sip:voice1@hotel.example', calls: 2, tenant: EAST }] },
      prompts: [{ id: 1, description: 'Good morning' }],
    })
    expect(plan.sections).toEqual({ site: { name: 'Grand Hotel' }, telephony: { mode: 'sip' } })
    expect(plan.lines).toEqual([
      { name: 'voice1', tenant: EAST, config: { uri: 'sip:voice1@hotel.example', calls: 2 } },
    ])
    expect(plan.prompts).toEqual([
      { id: 1, description: 'Good morning', text: '', language: null, tenant: '' },
    ])
  })

  it('keeps what is said of the inventory itself as a setting, where something is said', () => {
    const items = [{ id: '10', description: 'Cola', category: '1' }]
    expect(sitePlanOf({ inventory: { items, refuseVacant: true } }).sections).toEqual({
      inventory: { refuseVacant: true },
    })
    expect(sitePlanOf({ inventory: { items } }).sections).toEqual({})
  })

  it('calls a line by its name, or by who logs in, or by its address', () => {
    const uri = 'sip:voice1@hotel.example'
    expect(lineNames([{ uri, username: 'user', name: 'Night' }, { uri, username: 'user' }, { uri }])).toEqual(
      ['Night', 'user', 'voice1'],
    )
  })

  it('keeps connectors and servers as they are written', () => {
    const plan = sitePlanOf({
      inventory: { connectors: [{ name: 'bar', type: 'webhook', url: 'http://10.0.0.5/', tenant: EAST }] },
      roomStatus: { servers: [{ name: 'bar', url: 'http://10.0.0.7/', format: 'xml' }] },
    })
    expect(plan.destinations).toEqual([
      { purpose: 'charge', name: 'bar', tenant: EAST, config: { type: 'webhook', url: 'http://10.0.0.5/' } },
      { purpose: 'room-status', name: 'bar', tenant: '', config: { url: 'http://10.0.0.7/', format: 'xml' } },
    ])
  })

  it.each([
    [undefined, undefined],
    ['mailboxes' as const, 'mailboxes'],
    [
      ['SPA', { number: '1', floor: '0', section: 'Pool', tenant: EAST }],
      [
        { number: 'SPA', tenant: '', ...NOWHERE },
        { number: '1', tenant: EAST, floor: '0', section: 'Pool' },
      ],
    ],
  ])('with rooms %j charges %j', (rooms, planned) => {
    expect(sitePlanOf({ inventory: rooms === undefined ? {} : { rooms } }).rooms).toEqual(planned)
  })

  it('puts in what tenants, accounts, categories and status types leave out', () => {
    const plan = sitePlanOf({
      tenants: [{ id: EAST, name: 'East wing' }],
      users: [{ username: 'maid' }, { username: 'boss', permissions: ['administrator', 'inventory'] }],
      inventory: { categories: [{ id: '1', description: 'Drinks' }] },
      roomStatus: { types: [{ id: '001', description: 'Maintenance' }] },
    })
    expect(plan).toMatchObject({
      tenants: [{ id: EAST, name: 'East wing', timezone: null, wakeup: null }],
      users: [
        { username: 'maid', permissions: [], tenant: '', disabled: false },
        { username: 'boss', permissions: ['inventory', 'administrator'] },
      ],
      categories: [{ id: '1', description: 'Drinks', color: '', tenant: '' }],
      statusTypes: [{ id: '001', description: 'Maintenance', condition: null, tenant: '' }],
    })
  })
})
