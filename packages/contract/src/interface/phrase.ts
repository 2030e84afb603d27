import { Type } from 'typebox'
import { PhraseList, PhraseListQuery, PhraseQuery, PhraseSoundQuery } from '../phrase.ts'
import { RECORDING_TYPE, RecordingFile, RecordingReply, RecordingUpload } from '../recording.ts'
import type { Entries } from './entry.ts'

const shared = { tag: 'Configuration', needs: ['administrator'] } as const

const audio = {
  ...shared,
  path: '/rest/config/phrase/:key/audio',
  params: Type.Object({ key: Type.String({ description: 'Its name', examples: ['good-morning'] }) }),
} as const

export const phrase = {
  list: {
    ...shared,
    id: 'phrase.list',
    method: 'GET',
    path: '/rest/config/phrase',
    summary: 'All that announcements and menus are put together from, in one language',
    description:
      "Whole sentences first, then numbers, hours, minutes and letters as the phrase book of the language has them, each with the wording and, where the hotel has recorded it, when. Without language: the site's.",
    query: PhraseListQuery,
    reply: PhraseList,
  },
  record: {
    ...audio,
    id: 'phrase.record',
    quietly: true,
    method: 'PUT',
    summary: "Put the hotel's own voice in the place of the delivered one",
    description:
      'For a recording the same holds as for one of a prompt; silence around it is cut away. It is heard from the next call on, at every node, and takes the place of the one before in that language. For accounts without tenant.',
    query: PhraseQuery,
    body: RecordingUpload,
    bodyType: RECORDING_TYPE,
    reply: RecordingReply,
  },
  audio: {
    ...audio,
    id: 'phrase.audio',
    method: 'GET',
    summary: "The hotel's own recording of a phrase, or the delivered voice, to listen to",
    description: '404 when there is none.',
    query: PhraseSoundQuery,
    reply: RecordingFile,
    replyType: RECORDING_TYPE,
  },
  removeAudio: {
    ...audio,
    id: 'phrase.removeAudio',
    quietly: true,
    method: 'DELETE',
    summary: "Remove the hotel's own recording of a phrase: the delivered voice is heard again",
    description: '404 when there is none. For accounts without tenant.',
    query: PhraseQuery,
  },
} as const satisfies Entries
