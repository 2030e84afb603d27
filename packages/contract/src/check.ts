import { type Static, Type } from 'typebox'
import { choice } from './site-text.ts'
import { Moment } from './text.ts'

export const CheckReply = Type.Object(
  {
    checks: Type.Array(
      Type.Object({
        name: Type.String({ description: 'What was looked at', examples: ['lines'] }),
        ok: Type.Boolean({ description: 'False when something would go wrong' }),
        text: Type.String({ description: 'What was found' }),
        code: Type.Optional(
          Type.String({ description: 'What was found, as a word that stays', examples: ['lines.answer'] }),
        ),
        count: Type.Optional(Type.Number({ description: 'How many, or how many percent' })),
      }),
    ),
  },
  { description: 'What the night check finds at this moment' },
)
export type CheckReply = Static<typeof CheckReply>

/** Why a line does not work where its exchange has said nothing. */
export const LINE_TROUBLES = ['silence', 'no-way', 'certificate', 'not-registered'] as const

export const LinesReply = Type.Object(
  {
    lines: Type.Array(
      Type.Object({
        name: Type.String({ description: 'Name of the line' }),
        tenant: Type.String({ description: 'Tenant; empty when every tenant may use it' }),
        calls: Type.Integer({ description: 'Calls that it carries at once' }),
        busy: Type.Integer({ description: 'Calls that it carries now' }),
        working: Type.Boolean({
          description: 'Registered, or in need of no registration, and its exchange answers',
        }),
        why: Type.String({ description: 'Why it does not work or rests; empty when it does neither' }),
        state: choice(
          ['works', 'rests', 'down', 'starting'],
          'rests: it works, and has failed calls a moment ago; starting: nothing is known of it yet',
        ),
        since: Moment('Since when it is so'),
        restsUntil: Type.Union([Moment('Until when it rests'), Type.Null()]),
        status: Type.Union([Type.Integer(), Type.Null()], {
          description: 'What the exchange has said to it, where that is why',
          examples: [403],
        }),
        code: Type.Union(
          [
            choice(
              LINE_TROUBLES,
              'silence: its exchange does not answer; no-way: it cannot be reached from here; certificate: one of the two does not trust the other; not-registered: it has not registered yet',
            ),
            Type.Null(),
          ],
          { description: 'Why it does not work, where the exchange has not said so; otherwise null' },
        ),
        registrar: Type.String({ description: 'Where it leads to, host and port' }),
        transport: choice(['udp', 'tcp', 'tls'], 'How the exchange is reached'),
        lastCall: Type.Union(
          [
            Type.Object({
              at: Moment('When it was over'),
              outcome: Type.String({ description: 'What became of it', examples: ['answered'] }),
              status: Type.Union([Type.Integer(), Type.Null()], {
                description: 'What the exchange said last',
              }),
            }),
            Type.Null(),
          ],
          { description: 'Its last call since the start' },
        ),
        troubles: Type.Integer({ description: 'Calls in a row that it could not carry' }),
        missed: Type.Boolean({ description: 'It does not work, and a call has found it so' }),
      }),
    ),
  },
  { description: 'The lines as they are at this moment' },
)
export type LinesReply = Static<typeof LinesReply>
