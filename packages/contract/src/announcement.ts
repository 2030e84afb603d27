import { type Static, Type } from 'typebox'
import { language } from './site-text.ts'

/** As everybody may see it who asks for a call. */
export const PromptChoice = Type.Object(
  {
    id: Type.Integer({ description: 'Its id', examples: [7] }),
    description: Type.String({ description: 'What it is called', examples: ['Regatta'] }),
    language: Type.String({ description: 'Its language', examples: ['en'] }),
    milliseconds: Type.Union([Type.Integer(), Type.Null()], {
      description: 'How long its recording lasts; null while it is spoken from its text',
    }),
    tenant: Type.String({ description: 'Tenant; empty when every tenant may use it' }),
  },
  { description: 'An announcement to choose' },
)
export type PromptChoice = Static<typeof PromptChoice>

export const LONGEST_SPEECH = 500

export const SpeechForm = Type.Object(
  {
    text: Type.String({
      minLength: 1,
      maxLength: LONGEST_SPEECH,
      pattern: '\\S',
      description: 'What is to be said',
      examples: ['The boats leave at eight.'],
    }),
    language: Type.Optional(language("Its language. Default: the site's")),
  },
  { additionalProperties: false },
)
