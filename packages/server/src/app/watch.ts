import { SYSTEM } from '../actions/actor.ts'
import { chargeGroupsOf } from '../actions/reports/charge-report.ts'
import { reportAsCsv } from '../actions/reports/report.ts'
import { reportActions } from '../actions/reports/reports.ts'
import type { Settings } from '../actions/settings.ts'
import { missed, unspoken } from '../actions/site/languages.ts'
import { lackingBookWords, refusedBookWords } from '../hotel/site/languages.ts'
import type { Announcer } from '../calls/voice/announcer.ts'
import type { Telephony } from '../calls/lines/telephony.ts'
import { COMMON_HOUSE, LOG_HOUSE } from '../hotel/nodes/houses.ts'
import { plainName } from '../hotel/accounts/tenancy.ts'
import { clockInStep, diskOf, reach } from '../kernel/machine.ts'
import type { AtHome } from '../runners/nodes/at-home.ts'
import { onlyAt } from '../runners/nodes/only-at.ts'
import { AbsenceWatch, LINE_LOST } from '../runners/watch/absence-watch.ts'
import { backlogWatch } from '../runners/watch/backlog-watch.ts'
import type { Mailer } from '../connectors/connector.ts'
import { purger } from '../runners/log/purge.ts'
import { ReportMails } from '../runners/log/report-mails.ts'
import { DiskWatch } from '../runners/watch/disk-watch.ts'
import { DepartureWatch } from '../runners/watch/departure-watch.ts'
import { LineNews } from '../runners/watch/line-news.ts'
import { morningLooks } from '../runners/watch/morning-looks.ts'
import { backupAlarm, NightlyBackup } from '../runners/watch/nightly-backup.ts'
import { NightCheck } from '../runners/watch/night-check.ts'
import type { OutageJournal } from '../runners/wakeups/outage-journal.ts'
import { keptBackups } from '../store/files/kept-backups.ts'
import type { HotelDatabase } from '../store/stores/stores.ts'
import type { Askings } from './askings.ts'
import { capacityOf } from './calls.ts'
import type { AppConfig, Outside } from './config.ts'
import type { HouseLanguages } from './languages.ts'

interface Ground {
  readonly database: HotelDatabase
  readonly settings: Settings
  readonly telephony: Telephony
  readonly askings: Pick<Askings, 'linesLooked' | 'queues'>
  readonly languages: HouseLanguages
  readonly announcer: Pick<Announcer, 'silent' | 'freely'>
  readonly outage: Pick<OutageJournal, 'since' | 'why'>
  readonly mailer: Mailer
  readonly home: AtHome
  /** Where people open the console. */
  consoleAt(): string
}

/** Checks and housekeeping by the clock. */
export function assembleWatch(config: AppConfig, outside: Outside, ground: Ground) {
  const { database, settings, telephony, home } = ground
  return {
    nightCheck: nightCheckOf(config, outside, ground),
    lineWatch: new AbsenceWatch(LINE_LOST, {
      database,
      ids: outside.ids,
      home,
      watched: () =>
        telephony.caller.describe().map((line) => ({
          ...line,
          name: plainName(line),
          isThere: line.working,
          isUrgent: line.missed,
        })),
    }),
    lineNews: new LineNews({
      database,
      lines: () => telephony.caller.report().map((line) => ({ ...line, name: plainName(line) })),
      zone: () => settings.current().site.timezone,
    }),
    departureWatch: new DepartureWatch({
      database,
      ids: outside.ids,
      at: () => settings.current().inventory.departureCheck,
      zoneOf: (tenant) => settings.zoneOf(tenant),
      whose: () => home.whose(),
    }),
    backlogWatch: onlyAt(COMMON_HOUSE, home, backlogWatch({ database, log: outside.log })),
    diskWatch: new DiskWatch({
      database,
      ids: outside.ids,
      disk: outside.disk ?? (() => diskOf(config.dataFolder)),
      zone: () => settings.current().site.timezone,
    }),
    nightlyBackup: new NightlyBackup({
      tell: backupAlarm({ database, ids: outside.ids, node: config.node ?? null }),
      log: outside.log,
      shelf: keptBackups(config.dataFolder),
      make: config.maintenance?.triedBackup,
      schedule: () => ({ ...settings.current().backups, zone: settings.current().site.timezone }),
    }),
    reportMails: onlyAt(COMMON_HOUSE, home, reportMailsOf(outside, ground)),
    purge: onlyAt(
      LOG_HOUSE,
      home,
      purger({ database, retention: () => settings.current().retention, log: outside.log }),
    ),
  }
}

function reportMailsOf({ ids }: Outside, { database, settings, mailer, consoleAt }: Ground) {
  const reports = reportActions({ database, settings })
  return new ReportMails({
    database,
    ids,
    mailer,
    consoleAt,
    schedule() {
      const { reports: planned, site } = settings.current()
      return { plans: planned.mail, zone: site.timezone, hotel: site.name, language: site.language }
    },
    async write(plan, span) {
      const report = await reports.named(plan.report, SYSTEM, span, chargeGroupsOf(plan.by))
      return reportAsCsv(report, report.rows, settings.current().reports)
    },
  })
}

function nightCheckOf(
  config: AppConfig,
  outside: Outside,
  { database, settings, telephony, askings, outage, languages, announcer }: Ground,
) {
  const { clock, ids } = outside
  const zone = () => settings.current().site.timezone
  const looks = morningLooks({
    database,
    clock,
    cannotWrite: () => (outage.since === null ? null : outage.why),
    lines: () => askings.linesLooked(),
    capacity: capacityOf(telephony, settings),
    disk: outside.disk ?? (() => diskOf(config.dataFolder)),
    clockInStep: outside.clockInStep ?? (() => clockInStep()),
    reach,
    queues: () => askings.queues(null),
    languages: async () => ({
      spoken: languages.tags,
      troubles: [
        ...languages.refused.map(refusedBookWords),
        ...languages.lacking.map(lackingBookWords),
        ...(await announcer.silent()).map(({ name, why }) => `${name} cannot be spoken: ${why}`),
        ...(await missed(database.read, languages.tags)),
        ...(await unspoken(database.read, await announcer.freely())),
      ],
    }),
    zone,
  })
  const at = () => settings.current().wakeup.nightCheck ?? null
  return new NightCheck({ database, clock, ids, looks, schedule: () => ({ at: at(), zone: zone() }) })
}
