import type { Item, SiteFile } from '@reveille/contract'
import { isZone } from '../hotel/time/local-time.ts'
import { DEFAULTS } from '../hotel/settings/defaults.ts'

interface Demonstration {
  /** The machine's own zone. */
  readonly timezone?: string | undefined
  /** New for every demonstration: a password in the code would be public. */
  readonly passwords: { readonly admin: string; readonly desk: string; readonly maid: string }
}

/** A hotel to try things out in: every way that a phone can behave, and something in the mini-bar. */
export function demonstrationSite({ timezone, passwords }: Demonstration): SiteFile {
  return {
    site: {
      name: 'Hotel Aurora',
      company: 'Aurora Hospitality',
      // Some machines have no zone, or one with a name of their own.
      timezone: timezone !== undefined && isZone(timezone) ? timezone : DEFAULTS.site.timezone,
      language: 'en',
    },
    users: [
      {
        username: 'admin',
        password: passwords.admin,
        permissions: ['inventory', 'frontdesk', 'administrator'],
      },
      { username: 'desk', password: passwords.desk, permissions: ['frontdesk', 'correct'] },
      { username: 'maid', password: passwords.maid, permissions: ['inventory'] },
    ],
    mailboxes: [
      { range: '101-120' },
      { range: '201-214' },
      { range: '215-217', language: 'de' },
      { range: '218-219', language: 'fr' },
      { number: '220', language: 'es' },
      { range: '301-310' },
      { number: '311', name: 'Garden suite', vip: true },
      { number: '312', name: 'Aurora suite', language: 'it', vip: true },
    ],
    inventory: {
      rooms: 'mailboxes',
      categories: [
        { id: '1', description: 'Soft drinks', color: '#3366cc' },
        { id: '2', description: 'Beer and wine', color: '#cc3333' },
        { id: '3', description: 'Snacks', color: '#dd9922' },
        { id: '4', description: 'Services', color: '#339966' },
      ],
      items: ITEMS,
    },
    roomStatus: {
      types: [
        { id: '001', description: 'Maintenance', condition: 'out_of_order' },
        { id: '002', description: 'Blocked', condition: 'out_of_service' },
        { id: '1', description: 'Clean', condition: 'clean' },
        { id: '2', description: 'Dirty', condition: 'dirty' },
        { id: '3', description: 'Inspected', condition: 'inspected' },
        { id: '4', description: 'Being cleaned', condition: 'in_progress' },
      ],
    },
    // With a limit of 0, the snooze key of room 105 would do nothing.
    wakeup: { snooze: { limit: 3, delay: '5m' }, escalation: { extension: '0' }, nightCheck: '03:00' },
    telephony: {
      mode: 'virtual',
      virtual: { default: 'answer', rooms: { 102: 'busy', 103: 'no-answer', 104: 'reject', 105: 'snooze' } },
    },
  }
}

const ITEMS: Item[] = [
  { id: '10', description: 'Cola', category: '1', max: 5, price: '4.50' },
  { id: '11', description: 'Orange juice', category: '1', max: 5, price: '4.80' },
  { id: '12', description: 'Still water', category: '1', max: 10, price: '3.50' },
  { id: '13', description: 'Sparkling water', category: '1', max: 10, price: '3.50' },
  { id: '20', description: 'Lager beer', category: '2', max: 6, price: '6.00' },
  { id: '21', description: 'Red wine, small bottle', category: '2', max: 4, price: '9.50' },
  { id: '22', description: 'White wine, small bottle', category: '2', max: 4, price: '9.50' },
  { id: '23', description: 'Sparkling wine', category: '2', max: 2, price: '28.00' },
  { id: '30', description: 'Salted peanuts', category: '3', max: 5, price: '3.90' },
  { id: '31', description: 'Chocolate bar', category: '3', max: 5, price: '3.20' },
  { id: '32', description: 'Crisps', category: '3', max: 5, price: '3.60' },
  { id: '40', description: 'Bathrobe', category: '4', max: 2, price: '85.00' },
  { id: '41', description: 'Laundry bag', category: '4', max: 0, price: '12.00' },
]
