import { promptActions, spokenPrompts } from '../actions/site/prompts.ts'
import type { Settings } from '../actions/settings.ts'
import type { LinesAtWork } from '../actions/wakeups/forecast.ts'
import { markReached } from '../actions/wakeups/wakeups.ts'
import type { LineTester } from '../actions/site/line-tests.ts'
import { telephonySettings } from '../actions/site/telephony.ts'
import { type Announcer, createAnnouncer } from '../calls/voice/announcer.ts'
import { readRecording } from '../calls/audio/recording.ts'
import { TELEPHONE_RATE } from '../calls/audio/resample.ts'
import { Telephony } from '../calls/lines/telephony.ts'
import { wavOfPcmu } from '../calls/audio/wav.ts'
import type { AlarmPoster, Mailer } from '../connectors/connector.ts'
import { type AlarmNews, callOf } from '../hotel/desk/alarm.ts'
import type { CapacityOf } from '../hotel/wakeups/rush.ts'
import { policyOf } from '../hotel/wakeups/wakeup-policy.ts'
import { inScope, NO_TENANT, type Scope, type TenantId } from '../hotel/accounts/tenancy.ts'
import { deskBook, type Reached } from '../runners/desk/desk-book.ts'
import { lastingDeskBook } from '../runners/desk/lasting-desk-book.ts'
import { TestCalls } from '../runners/desk/test-calls.ts'
import { DeskRunner } from '../runners/desk/desk-runner.ts'
import { OutageJournal } from '../runners/wakeups/outage-journal.ts'
import { outageAlarms } from '../runners/wakeups/outage-alarms.ts'
import { patience } from '../runners/wakeups/patience.ts'
import { SignOfLife } from '../runners/wakeups/sign-of-life.ts'
import { wakeupBook } from '../runners/wakeups/wakeup-book.ts'
import { WakeupRunner } from '../runners/wakeups/wakeup-runner.ts'
import type { HotelDatabase } from '../store/stores/stores.ts'
import { openJournal } from '../store/files/journal.ts'
import type { AppConfig, Outside } from './config.ts'
import type { HouseLanguages } from './languages.ts'

interface Ground {
  readonly database: HotelDatabase
  readonly settings: Settings
  readonly mailer: Mailer
  readonly poster: AlarmPoster
  readonly languages: HouseLanguages
}

type ClockListener = (isRight: boolean, shows: string) => void

/** Lines, voice and the runners that ring the rooms and the desk. */
export async function assembleCalls(
  { dataFolder, journalBytes, takeOver = false, product: { version } }: AppConfig,
  outside: Outside,
  { database, settings, mailer, poster, languages }: Ground,
) {
  const { clock, ids, log, media } = outside
  const plan = () => telephonySettings(database, settings)
  const telephony = new Telephony({ clock, log, media, plan, product: `Reveille/${version}` })
  const policy = (tenant: TenantId) =>
    policyOf(settings.current().wakeup, settings.current().tenants.get(tenant)?.wakeup)
  const prompts = spokenPrompts(database.read)
  const announcer = createAnnouncer({
    languages: languages.languages,
    clock,
    log,
    defaultLanguage: () => settings.current().site.language,
    recording: (name) => prompts.recording(name),
  })
  const voice = outside.voice ?? announcer
  const site = () => ({ ...settings.current().site, spoken: languages.tags })
  const shared = { caller: telephony.caller, voice, clock, log, policy, site }
  const book = wakeupBook({ database, ids, policy })
  const journal = await openJournal({
    folder: dataFolder,
    installation: settings.current().siteId,
    newId: () => ids.uuid(),
    size: journalBytes,
  })
  const outage = new OutageJournal({ database, journal, clock, log, replay: book.replay })
  const zone = () => settings.current().site.timezone
  const waiting = patience({ clock, isThere: () => answersOf(database) })
  const isShared = database.dialect.name === 'postgres'
  const alive = new SignOfLife({
    database,
    outage,
    journal,
    clock,
    ids,
    log,
    patience: waiting,
    isShared,
    takesOver: takeOver,
    zone,
  })
  const reached: Reached = (stores, alarm, { name }, now) =>
    markReached({ ids }, stores, { call: callOf(alarm), day: alarm.subject, where: name }, now)
  const alarms = outageAlarms({ outage, clock, ids, reached })
  const lasting = lastingDeskBook({
    book: deskBook({ database, clock, ids, reached }),
    outage,
    patience: waiting,
    alarms,
    clock,
    zone,
    knownUntil: () => runner.knownUntil,
  })
  const recall = (ended: readonly string[]) => runner.recall(ended)
  /** Told what the desk says of the clock. */
  const clockListeners: ClockListener[] = []
  const clockIs: ClockListener = (isRight, shows) => clockListeners.forEach((tell) => tell(isRight, shows))
  const desk = new DeskRunner({ ...shared, book: lasting, mailer, poster, recall, clockIs })
  const runner: WakeupRunner = new WakeupRunner({
    ...shared,
    outageDesk: alarms,
    patience: waiting,
    alive,
    book,
    outage,
    callsPerSecond: () => settings.current().limits.callsPerSecond,
    prompt: (tenant, id) => prompts.prompt(tenant, id),
  })
  const testCalls = new TestCalls({ ...shared, database })
  const tellDesk = (news: AlarmNews) => lasting.raised(news)
  return {
    telephony,
    runner,
    desk,
    testCalls,
    announcer,
    book,
    journal,
    outage,
    outageAlarms: alarms,
    patience: waiting,
    alive,
    clockListeners,
    tellDesk,
  }
}

/** What there is to ring with; each exchange takes its own calls of a second. */
export const capacityOf =
  ({ caller }: Telephony, settings: Settings): CapacityOf =>
  (tenant) => {
    const { lines, exchanges } = caller.capacity(tenant)
    return { lines, perSecond: exchanges * settings.current().limits.callsPerSecond }
  }

/** Calls that a tenant's lines, or all lines, carry at once. */
export const linesOf =
  ({ caller }: Telephony) =>
  (scope: Scope): LinesAtWork => {
    const own = caller.describe().filter((line) => line.tenant === NO_TENANT || inScope(line.tenant, scope))
    const callsOf = (lines: typeof own) => lines.reduce((sum, { calls }) => sum + calls, 0)
    return { working: callsOf(own.filter(({ working }) => working)), total: callsOf(own) }
  }

/** How lines are tried: from where the telephone is, or would be. */
export const lineTester = (
  { telephony, testCalls }: { telephony: Telephony; testCalls: TestCalls },
  settings: Settings,
  { tryLine }: Pick<Outside, 'tryLine'>,
): LineTester => ({
  try(line) {
    if (tryLine) return tryLine(line)
    const { bind, publicAddress, tls = {} } = settings.current().telephony
    return telephony.try(line, { bind, tls, ...(publicAddress === undefined ? {} : { publicAddress }) })
  },
  isBuiltIn: (name) => telephony.describe().mode === 'virtual' && name === 'virtual',
  begin: (id, order) => testCalls.begin(id, order),
  find: (id) => testCalls.find(id),
})

/** Recordings come in any common format, and are heard again in one that browsers play. */
export const recordingsOf = (
  { clock }: Outside,
  announcer: Pick<Announcer, 'freely' | 'prepare'>,
): Pick<PromptParts, 'convert' | 'playable' | 'speak'> => ({
  convert: (file) => readRecording(file, clock),
  playable: (pcmu) => wavOfPcmu(pcmu, TELEPHONE_RATE),
  speak: async (text, language) =>
    (await announcer.freely()).includes(language)
      ? (await announcer.prepare([{ text }], language)).pcmu
      : null,
})

type PromptParts = Parameters<typeof promptActions>[0]

/** A server that answers may only be slow, or too busy for one write of many; a file that takes nothing is full. */
const answersOf = (database: HotelDatabase): Promise<boolean> =>
  database.dialect.name === 'sqlite'
    ? Promise.resolve(false)
    : database.ping().then(
        () => true,
        () => false,
      )
