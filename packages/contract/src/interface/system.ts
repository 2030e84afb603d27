import { Type } from 'typebox'
import { CheckReply, LinesReply } from '../check.ts'
import { DestinationRecord, TrafficRecord } from '../destination.ts'
import { Figures, Health, Readiness, SystemInformation } from '../system.ts'
import { BACKUP_TYPE, BackupFile, BackupsReply, DoctorReply, ErrorReportForm } from '../maintenance.ts'
import { NodeName, NodesReply } from '../node.ts'
import { Created } from '../problem.ts'
import { NoFields } from '../text.ts'
import type { Entries } from './entry.ts'

const read = { needs: [], oneOf: ['review', 'administrator'], tag: 'System' } as const

export const system = {
  get: {
    id: 'system.get',
    method: 'GET',
    path: '/rest/system',
    needs: [],
    ofContract: true,
    tag: 'System',
    summary: 'The installation',
    description: 'Product, site, time, disk, licence and languages. Fields are added, never renamed.',
    reply: SystemInformation,
  },
  lines: {
    id: 'system.lines',
    method: 'GET',
    path: '/rest/system/line',
    ...read,
    summary: 'How each telephone line fares',
    description: "Those of the account's tenant; an account without tenant sees all.",
    reply: LinesReply,
  },
  check: {
    id: 'system.check',
    method: 'GET',
    path: '/rest/system/check',
    ...read,
    summary:
      'Look now at what the morning needs: lines, calls, clock, disk, connectors, deliveries, languages',
    description: 'The same that the night check looks at. For accounts without tenant.',
    reply: CheckReply,
  },
  nodes: {
    id: 'system.nodes',
    method: 'GET',
    path: '/rest/system/node',
    ...read,
    summary: 'The nodes: the processes that share the database',
    description:
      'How each fares, and which houses live on it. None where one process is alone. For accounts without tenant.',
    reply: NodesReply,
  },
  drain: {
    id: 'system.drain',
    method: 'POST',
    path: '/rest/system/node/:name/drain',
    needs: ['administrator'],
    unkept: true,
    tag: 'System',
    summary: 'Have a node hand over its houses and take no more, before it is stopped',
    description:
      'One after the other, each when its work has come to rest; the list tells when none is left. Its /readyz says 503 from then on. 409 where no other node could take them. For accounts without tenant.',
    params: Type.Object({ name: NodeName }),
    body: NoFields,
    example: {},
    refusals: [409],
  },
  destinations: {
    id: 'system.destinations',
    method: 'GET',
    path: '/rest/system/destination',
    ...read,
    summary: 'How each connector and each server fares',
    description:
      'Whether messages flow, how many wait and since when, and how the link to a property system is.',
    reply: Type.Object({ destinations: Type.Array(DestinationRecord) }),
  },
  traffic: {
    id: 'system.traffic',
    method: 'GET',
    path: '/rest/system/destination/traffic',
    ...read,
    summary: 'How much went to each connector and each server within 24 hours, and how much is left',
    description: 'Counts by state, when the last one arrived, and the day in parts of half an hour.',
    reply: Type.Object({ destinations: Type.Array(TrafficRecord) }),
  },
  backups: {
    id: 'system.backups',
    method: 'GET',
    path: '/rest/system/backup',
    needs: ['administrator'],
    tag: 'System',
    summary: 'The backups that were made here, and whether one is being made',
    description: 'Those in the folder `backups` of the data folder. For accounts without tenant.',
    reply: BackupsReply,
  },
  backup: {
    id: 'system.backup',
    method: 'POST',
    path: '/rest/system/backup',
    needs: ['administrator'],
    quietly: true,
    unkept: true,
    tag: 'System',
    summary: 'Make a backup, while everything goes on',
    description:
      'By a process of its own; the list tells when it is there. The key to stored secrets is not in it. 409 while another is being made. For accounts without tenant.',
    body: NoFields,
    example: {},
    status: 201,
    reply: Created,
    refusals: [409],
  },
  backupFile: {
    id: 'system.backupFile',
    method: 'GET',
    path: '/rest/system/backup/:name',
    needs: ['administrator'],
    tag: 'System',
    summary: 'One backup, to be kept elsewhere',
    description: 'For accounts without tenant.',
    params: Type.Object({
      name: Type.String({
        pattern: '^reveille-[0-9]{8}-[0-9]{6}(-night)?\\.backup$',
        description: 'Its name',
        examples: ['reveille-20261115-020000.backup'],
      }),
    }),
    reply: BackupFile,
    replyType: BACKUP_TYPE,
  },
  doctor: {
    id: 'system.doctor',
    method: 'GET',
    path: '/rest/system/doctor',
    needs: ['administrator'],
    tag: 'System',
    summary: 'Look at data folder, database, seals, records, secrets, lines, certificates, clock and disk',
    description:
      'What the command `doctor` finds, by a process of its own; with a large log that takes a while. For accounts without tenant.',
    reply: DoctorReply,
  },
  report: {
    id: 'system.report',
    method: 'POST',
    path: '/rest/system/report',
    needs: [],
    screens: ['locked', 'display'],
    quietly: true,
    unkept: true,
    tag: 'System',
    summary: 'Tell of a page of the console that broke',
    description: 'A line in the log of the server, without names. Ten a minute for a screen.',
    body: ErrorReportForm,
    example: { build: '1', page: '/today', message: 'x is undefined', stack: 'at Page' },
  },
} as const satisfies Entries

/** Queries are ignored: monitors add their own. */
export const process = {
  alive: {
    id: 'process.alive',
    method: 'GET',
    path: '/healthz',
    needs: 'none',
    tag: 'Operations',
    summary: 'The process is alive',
    description: 'Says nothing of the database: a supervisor restarts the process when this is not answered.',
    reply: Health,
  },
  ready: {
    id: 'process.ready',
    method: 'GET',
    path: '/readyz',
    needs: 'none',
    tag: 'Operations',
    summary: 'Requests can be served',
    description:
      'A proxy sends requests here while this is 200. 503: the database is away, this is a restored copy that is not live, or a node that others have declared lost or that hands over its houses. clock: how the time of the house stands to the clock of the machine: in step; in doubt after a jump that is not decided yet; kept where the clock was found wrong and the house goes on by its own time. Whether a time service keeps the clock of the machine right is another matter: a check of /rest/system/check.',
    reply: Readiness,
    refusals: [503],
  },
  metrics: {
    id: 'process.metrics',
    method: 'GET',
    path: '/metrics',
    needs: 'token',
    tag: 'Operations',
    summary: 'Figures for Prometheus: with the token of metrics.token, or administrator credentials',
    description: 'Requests, errors, the database, calls and messages that wait, and the event loop.',
    reply: Figures,
    replyType: 'text/plain',
  },
} as const satisfies Entries
