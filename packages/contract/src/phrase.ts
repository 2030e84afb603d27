import { type Static, Type } from 'typebox'
import { choice, language } from './site-text.ts'
import { Moment, PageQuery, TenantQuery } from './text.ts'

const inLanguage = {
  ...TenantQuery,
  language: Type.Optional(language("The language that it is spoken in. Default: the site's")),
}

export const PhraseQuery = Type.Object(inLanguage, { additionalProperties: false })

export const PhraseListQuery = Type.Object({ ...PageQuery, ...inLanguage }, { additionalProperties: false })

export const PhraseSoundQuery = Type.Object(
  {
    ...inLanguage,
    voice: Type.Optional(
      choice(
        ['own', 'delivered'],
        "own: the hotel's recording. delivered: the voice that is heard without one. Default: own",
      ),
    ),
  },
  { additionalProperties: false },
)

export const PhraseRecord = Type.Object(
  {
    name: Type.String({ description: 'Its name', examples: ['good-morning'] }),
    text: Type.String({
      description:
        'What is said. One that ends in a comma goes on. Empty: the language lacks it until it is recorded',
      examples: ['Guten Morgen.'],
    }),
    recorded: Type.Optional(Moment("When the hotel's own recording was stored; left out: there is none")),
    milliseconds: Type.Optional(Type.Integer({ description: 'How long that recording lasts' })),
  },
  { description: 'A phrase of announcements and menus, in one language' },
)
export type PhraseRecord = Static<typeof PhraseRecord>

export const PhraseList = Type.Object({
  phrases: Type.Array(PhraseRecord),
  language: Type.String({ description: 'The language that they are in', examples: ['de'] }),
  languages: Type.Array(Type.String({ examples: ['de'] }), {
    description: 'All languages that are spoken here',
  }),
})
