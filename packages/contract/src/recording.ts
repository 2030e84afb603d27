import { type Static, Type } from 'typebox'
import { choice, language } from './site-text.ts'
import { TenantQuery } from './text.ts'

/** The one kind of file that the interface takes and gives. */
export const RECORDING_TYPE = 'audio/wav'

export const RecordingQuery = Type.Object(
  { ...TenantQuery, language: Type.Optional(language('The language that is spoken in it')) },
  { additionalProperties: false },
)

export const RecordingUpload = Type.String({
  format: 'binary',
  description: 'WAV: PCM, float or G.711, mono or stereo, 8 to 48 kHz, half a second to two minutes, 10 MiB',
})

export const RecordingFile = Type.String({
  format: 'binary',
  description: 'WAV: G.711 mu-law, 8 kHz, mono, as it is played',
})

export const RecordingReply = Type.Object(
  {
    error: Type.Integer({ description: '0', examples: [0] }),
    description: Type.String({
      description: 'What was stored, and what could be better',
      examples: ['The recording lasts 4.2 seconds'],
    }),
    milliseconds: Type.Integer({ description: 'How long it lasts', examples: [4_200] }),
    notes: Type.Array(
      choice(
        ['clipped', 'quiet'],
        'clipped: recorded too loud, sounds harsh. quiet: was raised a lot, and its noise with it',
      ),
      { description: 'Why somebody may want to record it again', examples: [[]] },
    ),
  },
  { description: 'The recording is stored' },
)
export type RecordingReply = Static<typeof RecordingReply>
