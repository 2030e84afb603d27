import { type Static, Type } from 'typebox'

/** One thing that is wrong with a request. */
const ProblemPart = Type.Object(
  {
    code: Type.String({ description: 'What is wrong with it, a word that stays', examples: ['field.high'] }),
    field: Type.String({ description: 'Which field, as `wakeup.snooze.limit`; empty: the whole request' }),
    description: Type.String({ description: 'One sentence' }),
    limit: Type.Optional(Type.Number({ description: 'What it must keep to', examples: [20] })),
    shape: Type.Optional(Type.String({ description: 'What it must be like', examples: ['duration'] })),
    thing: Type.Optional(
      Type.String({
        description: 'Which thing it is about, where the field does not tell',
        examples: ['113'],
      }),
    ),
  },
  { description: 'One mistake' },
)
export type ProblemPart = Static<typeof ProblemPart>

export const Problem = Type.Object(
  {
    error: Type.Integer({ description: 'Error code, never 0', examples: [1] }),
    description: Type.String({ description: 'One sentence a person can act on' }),
    reference: Type.String({ description: 'The id under which the log keeps this request' }),
    code: Type.String({ description: 'Why, a word that stays', examples: ['parameter.invalid'] }),
    field: Type.Optional(Type.String({ description: 'The field that the sentence is about' })),
    problems: Type.Optional(
      Type.Array(ProblemPart, { description: 'Everything that is wrong with the fields, at most 100' }),
    ),
  },
  { description: 'The body of every 4xx and 5xx answer' },
)
export type Problem = Static<typeof Problem>

export const Created = Type.Object(
  {
    error: Type.Integer({ description: '0', examples: [0] }),
    description: Type.String({ examples: ['OK'] }),
    id: Type.String({ description: 'Id of what was created' }),
  },
  { description: 'Something was added' },
)
export type Created = Static<typeof Created>
