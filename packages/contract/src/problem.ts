import { type Static, Type } from 'typebox'

export const Problem = Type.Object(
  {
    error: Type.Integer({ description: 'Error code, never 0', examples: [1] }),
    description: Type.String({ description: 'One sentence a person can act on' }),
    reference: Type.String({ description: 'The id under which the log keeps this request' }),
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
