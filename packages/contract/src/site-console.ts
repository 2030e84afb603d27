import { type Static, Type } from 'typebox'
import { choice, shaped } from './site-text.ts'

export const CLOCK_FORMATS = ['24h', '12h'] as const

export const ConsoleSettings = Type.Object(
  {
    lockAfter: Type.Optional(
      shaped('duration', 'How long nobody touches a screen until it is locked, from 1m to 12h. Default: 15m'),
    ),
    clock: Type.Optional(choice(CLOCK_FORMATS, 'How the console writes times of day. Default: 24h')),
    address: Type.Optional(
      shaped('url', 'Where people open the console: links in mails lead there. Default: where it is served', {
        examples: ['https://voice.hotel.example'],
      }),
    ),
  },
  { additionalProperties: false, description: 'The screens of the console' },
)
export type ConsoleSettings = Static<typeof ConsoleSettings>
