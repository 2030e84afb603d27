import { type Static, Type } from 'typebox'
import { ForecastLines, ForecastMinute } from './forecast.ts'
import { WAKEUP_METHODS } from './site-wakeup.ts'
import { choice } from './site-text.ts'
import { Moment, RoomNumber, Uuid } from './text.ts'
import { ClockChangeField } from './wakeup.ts'

const asked = {
  id: Uuid('Id of the call'),
  askedBy: Type.String({ description: 'Who asked for it' }),
  created: Moment('When it was asked for'),
}

const PreviewedCall = Type.Object({
  room: RoomNumber,
  tenant: Uuid('Tenant; the site itself for a room without tenant'),
  scheduled: Moment('When it would ring'),
  tomorrow: Type.Boolean({ description: 'True when the time has passed today, and so means tomorrow' }),
  clockChange: ClockChangeField,
  existing: Type.Optional(
    Type.Object(asked, { description: 'The same call, which is there already: it would stay the only one' }),
  ),
  others: Type.Array(
    Type.Object({
      ...asked,
      scheduled: Moment('When it rings, within 12 hours of the one asked for'),
      repeats: Type.Boolean({ description: 'True for a day of a series' }),
      confirm: Type.Boolean({ description: 'True when the guest must press a key' }),
      prompt: Type.Integer({ description: '0 the standard announcement, otherwise the id of a prompt' }),
    }),
    { description: 'Other calls of the room around that time' },
  ),
  occupied: Type.Boolean({ description: 'Whether anybody is checked in' }),
  guests: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Who stays there, for accounts with the permission frontdesk or administrator',
      examples: [['Miller']],
    }),
  ),
  vip: Type.Boolean({ description: 'Whether the room, or a guest of it, is a VIP' }),
  method: choice(WAKEUP_METHODS, 'Who rings: the system, the desk, or the system when the desk has not'),
  next: Type.Array(Moment('A day of the repeat'), {
    description: 'When a repeat rings, the first five times; empty without one',
  }),
})

export const WakeupPreview = Type.Object(
  {
    calls: Type.Array(PreviewedCall, { description: 'One for each room' }),
    repeated: Type.Array(Type.String(), { description: 'Rooms that were named more than once' }),
    missing: Type.Array(Type.String(), { description: 'Numbers of a range that are no rooms' }),
    lines: ForecastLines,
    forecast: Type.Array(Type.Object({ without: ForecastMinute, with: ForecastMinute }), {
      description: 'The minutes that the calls fall into, as they would go without them and with them',
    }),
  },
  { description: 'What would be stored' },
)
export type WakeupPreview = Static<typeof WakeupPreview>
