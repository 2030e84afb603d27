import { type Static, Type } from 'typebox'
import { choice } from './site-text.ts'
import { Moment } from './text.ts'

export const BackupsReply = Type.Object(
  {
    backups: Type.Array(
      Type.Object({
        name: Type.String({ description: 'Its name', examples: ['reveille-20261115-020000.backup'] }),
        bytes: Type.Integer({ description: 'Its size' }),
        made: Moment('When it was made'),
      }),
      { description: 'The newest first' },
    ),
    running: Type.Union([Moment('Since when one is being made'), Type.Null()], {
      description: 'Null while none is being made',
    }),
    failed: Type.String({ description: 'Why the last one was not made; empty when it was' }),
  },
  { description: 'The backups in the data folder' },
)
export type BackupsReply = Static<typeof BackupsReply>

export const BackupFile = Type.String({ format: 'binary', description: 'A database in one file' })
export const BACKUP_TYPE = 'application/vnd.sqlite3'

export const DoctorReply = Type.Object(
  {
    ok: Type.Boolean({ description: 'Nothing is a fault' }),
    findings: Type.Array(
      Type.Object({
        topic: Type.String({ description: 'What was looked at', examples: ['database'] }),
        level: choice(['ok', 'warning', 'fault'], 'How bad it is'),
        text: Type.String({ description: 'What was found' }),
      }),
    ),
  },
  { description: 'What the command `doctor` finds' },
)
export type DoctorReply = Static<typeof DoctorReply>

export const ErrorReportForm = Type.Object(
  {
    build: Type.String({ maxLength: 100, description: 'Build of the console' }),
    page: Type.String({ maxLength: 200, description: 'The page that broke, without its query' }),
    message: Type.String({ maxLength: 1_000, description: 'What the browser said' }),
    stack: Type.String({ maxLength: 8_000, description: 'Where in the program' }),
  },
  { additionalProperties: false },
)
