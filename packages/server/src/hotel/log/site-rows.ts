import { Type } from 'typebox'
import { maybe, number, numberOrNull, text, texts } from '../../kernel/schema.ts'
import { findings } from '../desk/night-check.ts'
import { TEST_VERDICTS } from '../desk/line-test.ts'
import { WITNESSES } from '../time/clock-doubt.ts'
import { detail } from './detail.ts'

const tenantRow = detail({ tenant: Type.Object({ id: text, name: text }) })

export const SITE_ROWS = {
  'tenant.added': tenantRow,
  'tenant.changed': tenantRow,
  'tenant.deleted': tenantRow,
  'prompt.recorded': detail({ key: text, language: text, milliseconds: number, notes: texts }),
  'prompt.recording-removed': detail({ key: text, language: text }),
  'phrase.recorded': detail({ key: text, language: text, milliseconds: number, notes: texts }),
  'phrase.recording-removed': detail({ key: text, language: text }),
  'site.changed': detail({ sections: texts }),
  'site.applied': detail({
    added: number,
    changed: number,
    removed: texts,
    kept: Type.Immutable(Type.Array(Type.Object({ what: text, reason: text }))),
    overwritten: Type.Immutable(Type.Array(Type.Object({ what: text, fields: texts }))),
    restored: texts,
    movedCalls: number,
  }),
  'site.zones-updated': detail({ zoneData: text, moved: number }),
  'secrets.encrypted': detail({ of: texts }),
}

/** A line of the exchange comes and goes, rests after trouble, or was tried by a call. */
export const LINE_ROWS = {
  'line.up': detail({ key: text }),
  'line.down': detail({ key: text, why: text }),
  'line.rests': detail({ key: text, why: text, until: text }),
  'line.tested': detail({
    key: text,
    extension: text,
    verdict: Type.Enum(TEST_VERDICTS),
    status: numberOrNull,
    reason: text,
  }),
}

const end = Type.Object({ charges: number, log: number })

/** Between the two stand rows that could only be written afterwards; `written` tells when. */
export const OUTAGE_ROWS = {
  'outage.began': detail({ why: text, written: text }),
  'outage.over': detail({ since: text, seconds: number }),
}

/** The house is a copy of another, and becomes the one that rings and posts. `numbers`: how far sequences were moved on. */
export const HOUSE_ROWS = {
  'house.restored': detail({ backup: text, restored: text, uncertain: number }),
  /** Somebody has a node hand over its houses. */
  'house.drained': detail({ node: text }),
  'house.live': detail({ backup: text, numbers: number, uncertain: number, released: number, calls: number }),
  /** Calls of a tenant that were due meanwhile, and are not rung. */
  'house.passed-over': detail({
    backup: text,
    calls: Type.Immutable(Type.Array(Type.Object({ id: text, room: text, scheduled: text }))),
  }),
}

/** `shows`: the machine's clock; `expected`: the house's time, which goes on as if the clock had not jumped. */
export const CLOCK_ROWS = {
  'clock.jumped': detail({ seconds: number, shows: text, expected: text }),
  'clock.decided': detail({
    seconds: number,
    is: Type.Enum(['right', 'wrong', 'returned']),
    by: maybe(Type.Enum(WITNESSES)),
  }),
}

/** What the product does by itself at night. */
export const NIGHT_ROWS = {
  'night.checked': detail({ findings }),
  'report.mailed': detail({ report: text, days: text, to: text }),
  /** `before`: how far it went. */
  'log.purged': detail({
    charges: number,
    deliveries: number,
    activity: number,
    charged: maybe(Type.Object({ since: text, until: text })),
    before: end,
  }),
}
