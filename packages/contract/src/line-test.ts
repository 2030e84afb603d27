import { type Static, Type } from 'typebox'
import { Line } from './site-telephony.ts'
import { choice, shaped } from './site-text.ts'

const whole = (description: string) => Type.Integer({ description })
const words = (description: string) => Type.String({ description })
const status = (description: string) =>
  Type.Union([Type.Integer(), Type.Null()], { description, examples: [403] })

/** A line that is not saved; without a password, that of the line of this name is used where it leads to the same place. */
export const LineTrialForm = Line

export const LineTrialReply = Type.Object(
  {
    exchange: Type.String({ description: 'Where it was tried, host and port', examples: ['10.0.0.2:5060'] }),
    steps: Type.Array(
      Type.Object({
        step: choice(['reach', 'register'], 'Whether anybody is there; whether they take us'),
        ok: Type.Boolean({ description: 'It went well' }),
        status: status('What the exchange said; null where it said nothing'),
        reason: words(
          '`silence`, or what is wrong as the network or the exchange says it; empty when nothing is',
        ),
        ms: whole('How long it took'),
      }),
      { description: 'In their order; what comes after a failure was not tried' },
    ),
  },
  { description: 'What came of trying a line' },
)
export type LineTrialReply = Static<typeof LineTrialReply>

export const LineTestForm = Type.Object(
  {
    extension: shaped('extension', 'The phone to ring', { examples: ['101'] }),
    prompt: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 999_999_999,
        description: 'A prompt to be heard. Default: the question for key 1',
      }),
    ),
  },
  { additionalProperties: false },
)

const TestAudio = Type.Object(
  {
    announced: words('Where we asked for audio, host and port'),
    wanted: words('Where the phone asked for it'),
    codec: Type.String({ description: 'What both have agreed on to write sound in', examples: ['PCMA'] }),
    sent: whole('Packets that left'),
    received: whole('Packets that came'),
    lost: whole('Packets that were lost on the way here'),
  },
  { description: 'What of the audio went and came' },
)

const TestEnd = Type.Object({
  verdict: choice(
    ['well', 'deaf', 'no-key', 'unanswered', 'refused', 'no-line'],
    'well: a key was heard. deaf: no sound came at all. no-key: sound came, and no key. refused: the exchange or the phone did not take it. no-line: it could not be placed within a minute',
  ),
  outcome: words('answered, no-answer, busy, rejected, unreachable, line-trouble, or no-line'),
  status: status('What the exchange said last'),
  reason: words('And in its words'),
  hungUpBy: Type.Union([choice(['us', 'them', 'lost'], 'Who hung up'), Type.Null()]),
  heardMs: whole('How much of what we said was heard'),
  keys: words('The keys that were pressed'),
  audio: Type.Union([TestAudio, Type.Null()]),
})

export const LineTestRecord = Type.Object(
  {
    id: words('Its id'),
    line: words('The line'),
    extension: words('The phone'),
    state: choice(['waiting', 'calling', 'over'], 'waiting: guests who are due go first'),
    steps: Type.Array(
      Type.Object({
        step: choice(['dialled', 'ringing', 'refused', 'answered', 'heard', 'key'], 'What happened'),
        ms: whole('So long after it was asked for'),
        status: status('What the exchange said'),
        text: words('The key, or the words of the exchange'),
      }),
    ),
    end: Type.Union([TestEnd, Type.Null()], { description: 'How it ended; null until then' }),
  },
  { description: 'A test call' },
)
export type LineTestRecord = Static<typeof LineTestRecord>
