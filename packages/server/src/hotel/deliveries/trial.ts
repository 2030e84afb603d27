import type { Purpose } from './destination.ts'

/** What came of a test message. */
export interface Trial {
  readonly id: string
  readonly status: number | null
  readonly ms: number
  readonly text: string
  readonly verdict: 'delivered' | 'later' | 'refused' | 'uncertain'
  /** Its address may not be reached as the site is set up. */
  readonly forbidden: boolean
}

/** A room that no hotel has, so that a receiver of one of the older formats books nothing either. */
const NO_ROOM = 'TEST'
const NOTHING = { id: '0', description: 'Test message of Reveille' }

/** A test message for a destination: like a real one, but without any value. */
export const testMessage = (purpose: Purpose, user: string) =>
  purpose === 'charge'
    ? {
        kind: 'inventory.test',
        room: NO_ROOM,
        payload: {
          charge: 'test',
          item: { ...NOTHING, category: { id: '0', description: 'Test' } },
          quantity: 1,
          price: '0.00',
          total: '0.00',
          user,
        },
      }
    : { kind: 'room.status.test', room: NO_ROOM, payload: { status: NOTHING, previous: null, user } }
