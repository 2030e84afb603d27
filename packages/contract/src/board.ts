import { type Static, Type } from 'typebox'
import { MarkRecord } from './room-mark.ts'
import { Digits, Moment, RoomNumber, TenantName, Uuid } from './text.ts'

/** Every room, with all that those who go through the house want to see of it. */

const StayingGuest = Type.Object(
  {
    id: Uuid('Id of the guest'),
    name: Type.String({ description: 'Name, or empty', examples: ['Ms Keller'] }),
    language: Type.Optional(
      Type.String({ description: 'Their own language, where known', examples: ['de'] }),
    ),
    vip: Type.Boolean({ description: 'The guest is a VIP' }),
    arrived: Moment('When they came'),
  },
  { description: 'Somebody who stays in a room' },
)

const ReportedStatus = Type.Object(
  {
    id: Digits('Status id', ['001']),
    description: Type.String({ description: 'In the words of then', examples: ['Clean'] }),
    condition: Type.Optional(
      Type.String({ description: 'What the status means in common words', examples: ['clean'] }),
    ),
    changed: Moment('When it was reported'),
    user: Type.String({ description: 'Who reported it' }),
  },
  { description: 'The last reported status of a room' },
)

export const BoardRecord = Type.Object(
  {
    number: RoomNumber,
    name: Type.String({ description: 'What the room is called, or empty', examples: ['Garden suite'] }),
    tenant: TenantName,
    floor: Type.String({ description: 'Floor, or empty', examples: ['1'] }),
    section: Type.String({ description: 'Part of the house, or empty', examples: ['West'] }),
    extension: Type.String({ description: 'Extension; empty for a room without a telephone' }),
    vip: Type.Boolean({ description: 'The room is one for VIPs, or a VIP stays in it' }),
    language: Type.String({ description: 'Language of its announcements', examples: ['de'] }),
    occupied: Type.Boolean({ description: 'Somebody is checked in' }),
    occupiedSince: Type.Union([Type.String(), Type.Null()], {
      description: 'When the first of those who stay in it came; null while nobody does',
      examples: ['2026-11-14T15:20:00+01:00'],
    }),
    guests: Type.Optional(
      Type.Array(StayingGuest, {
        description: 'Who stays in it; only for accounts with the permission frontdesk or administrator',
      }),
    ),
    status: Type.Union([ReportedStatus, Type.Null()], {
      description: 'What was reported last; null when nothing ever was',
    }),
    marks: Type.Array(MarkRecord, { description: 'What staff must heed at the door' }),
    next: Type.Union([Type.String(), Type.Null()], {
      description: 'When it is rung next; null without a pending wakeup call',
    }),
    pending: Type.Integer({ description: 'How many wakeup calls are pending' }),
  },
  { description: 'A room' },
)
export type BoardRecord = Static<typeof BoardRecord>
