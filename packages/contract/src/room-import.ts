import { type Static, Type } from 'typebox'
import { choice } from './site-text.ts'

export const IMPORT_STATES = ['new', 'changed', 'same', 'wrong'] as const

/** More than the largest hotels have; each of them is one line of a file. */
export const MOST_IMPORTED = 5_000

export const RoomImportForm = Type.Object(
  {
    csv: Type.String({
      minLength: 1,
      maxLength: 1_000_000,
      description:
        'Its first line names the columns, some of number, extension, name, language, vip, floor and section; parted by commas, semicolons or tabs; of vip, true, yes, ja, x or 1, and false, no, nein or 0',
      examples: ['number,name,vip\n301,Suite,true\n302,,false\n'],
    }),
    dry: Type.Optional(Type.Boolean({ description: 'Only tell what would be done. Default: false' })),
  },
  { additionalProperties: false },
)

const count = (description: string) => Type.Integer({ description, examples: [1] })

export const RoomImportReply = Type.Object(
  {
    error: Type.Integer({ description: '0', examples: [0] }),
    description: Type.String({ examples: ['OK'] }),
    written: Type.Boolean({ description: 'False when it was dry, or when a row is wrong' }),
    new: count('Rows that add a room'),
    changed: count('Rows that change one'),
    same: count('Rows that say what is there already'),
    wrong: count('Rows that cannot be taken'),
    rows: Type.Array(
      Type.Object({
        line: Type.Integer({ description: 'Where in the file, from 1', examples: [2] }),
        number: Type.String({ description: 'The room, as far as it can be read', examples: ['301'] }),
        state: choice(IMPORT_STATES, 'What becomes of it'),
        fields: Type.Array(Type.String(), { description: 'Of changed: what changes', examples: [['name']] }),
        code: Type.String({ description: 'Of wrong: why, a word that stays; otherwise empty' }),
        field: Type.Optional(
          Type.String({ description: 'Of wrong: the column that is meant', examples: ['vip'] }),
        ),
        limit: Type.Optional(
          Type.Integer({ description: 'Of wrong: the limit that is passed', examples: [64] }),
        ),
        shape: Type.Optional(
          Type.String({
            description: 'Of wrong: what it must be, as a word that stays',
            examples: ['extension'],
          }),
        ),
        reason: Type.String({ description: 'Of wrong: why, in one sentence; otherwise empty' }),
      }),
      { description: 'Every row' },
    ),
  },
  { description: 'What becomes of each row' },
)
export type RoomImportReply = Static<typeof RoomImportReply>
