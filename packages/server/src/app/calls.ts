import type { Metrics } from '../api/metrics/metrics.ts'
import type { phraseActions } from '../actions/site/phrases.ts'
import { phrasesInUse } from '../actions/site/phrases-in-use.ts'
import { promptActions, spokenPrompts } from '../actions/site/prompts.ts'
import type { Settings } from '../actions/settings.ts'
import type { courseActions } from '../actions/wakeups/course.ts'
import { markReached } from '../actions/wakeups/wakeups.ts'
import { telephonySettings } from '../actions/site/telephony.ts'
import { type Announcer, createAnnouncer } from '../calls/voice/announcer.ts'
import { readRecording } from '../calls/audio/recording.ts'
import { TELEPHONE_RATE } from '../calls/audio/resample.ts'
import { Telephony } from '../calls/lines/telephony.ts'
import { wavOfPcmu } from '../calls/audio/wav.ts'
import type { AlarmPoster, Mailer } from '../connectors/connector.ts'
import { type AlarmNews, callOf } from '../hotel/desk/alarm.ts'
import type { CapacityOf } from '../hotel/wakeups/rush.ts'
import { phrasesIn } from '../hotel/wakeups/phrase.ts'
import { policyOf } from '../hotel/wakeups/wakeup-policy.ts'
import type { TenantId } from '../hotel/accounts/tenancy.ts'
import { deskBook, type Reached } from '../runners/desk/desk-book.ts'
import { lastingDeskBook } from '../runners/desk/lasting-desk-book.ts'
import { TestCalls } from '../runners/desk/test-calls.ts'
import { DeskRunner } from '../runners/desk/desk-runner.ts'
import type { AtHome } from '../runners/nodes/at-home.ts'
import type { Peers } from '../runners/nodes/peers.ts'
import { LinesKept } from '../runners/nodes/lines-kept.ts'
import type { LateCall } from '../runners/wakeups/late-calls.ts'
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
  readonly home: AtHome
  /** The same database without a fence, for what we know of a house that others have by now. */
  readonly unfenced: HotelDatabase
  readonly peers: Peers
  readonly metrics: Pick<Metrics, 'lateAnswer'>
  /** Where people open the console. */
  consoleAt(): string
}

type ClockListener = (isRight: boolean, shows: string) => void

/** Lines, voice and the runners that ring the rooms and the desk. */
export async function assembleCalls(
  { dataFolder, journalBytes, takeOver = false, product: { version } }: AppConfig,
  outside: Outside,
  { database, unfenced, settings, mailer, poster, languages, home, peers, metrics, consoleAt }: Ground,
) {
  const { clock, ids, log, media } = outside
  const kept = new LinesKept(home)
  const plan = () => telephonySettings(database, settings, kept.whose)
  const telephony = new Telephony({ clock, log, media, plan, product: `Reveille/${version}` })
  kept.follow(() => telephony.refresh())
  const policy = (tenant: TenantId) =>
    policyOf(settings.current().wakeup, settings.current().tenants.get(tenant)?.wakeup)
  const prompts = spokenPrompts(database.read)
  const phrases = await phrasesInUse(database.read)
  const announcer = createAnnouncer({
    languages: languages.languages,
    clock,
    log,
    defaultLanguage: () => settings.current().site.language,
    recording: (name) => prompts.recording(name),
    phrases,
  })
  const voice = outside.voice ?? announcer
  const site = () => ({ ...settings.current().site, spoken: languages.tags })
  const shared = { caller: telephony.caller, voice, clock, log, policy, site }
  const onLate = ({ call, isSettled }: LateCall) => {
    metrics.lateAnswer()
    if (isSettled) peers.tell('changed', call.id)
  }
  const book = wakeupBook({ database, unfenced, ids, policy, whose: () => home.whose(), onLate })
  const journal = await openJournal({
    folder: dataFolder,
    installation: settings.current().siteId,
    newId: () => ids.uuid(),
    size: journalBytes,
  })
  const lease = () => home.lease()
  const outage = new OutageJournal({
    // Each record is guarded by the node that it happened at.
    database: unfenced,
    journal,
    clock,
    log,
    lease,
    replay: book.replay,
    onLate,
  })
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
    isNode: !home.isAlone,
    takesOver: takeOver,
    zone,
  })
  const reached: Reached = (stores, alarm, { name }, now) =>
    markReached({ ids }, stores, { call: callOf(alarm), day: alarm.subject, where: name }, now)
  const alarms = outageAlarms({ outage, clock, ids, log, lease, reached })
  const lasting = lastingDeskBook({
    book: deskBook({ database, clock, ids, reached, whose: () => home.whose() }),
    outage,
    patience: waiting,
    alarms,
    clock,
    zone,
    knownUntil: () => runner.knownUntil,
    whose: () => home.whose(),
  })
  const recall = (ended: readonly string[]) => runner.recall(ended)
  /** Told what the desk says of the clock. */
  const clockListeners: ClockListener[] = []
  const clockIs: ClockListener = (isRight, shows) => clockListeners.forEach((tell) => tell(isRight, shows))
  const mayAct = () => home.mayAct()
  const telling = { mailer, poster, recall, clockIs, mayAct, consoleAt }
  const desk = new DeskRunner({ ...shared, book: lasting, ...telling })
  const runner: WakeupRunner = new WakeupRunner({
    ...shared,
    outageDesk: alarms,
    patience: waiting,
    home,
    alive,
    book,
    outage,
    callsPerSecond: () => settings.current().limits.callsPerSecond,
    prompt: (tenant, id) => prompts.prompt(tenant, id),
  })
  if (!home.isAlone) kept.leave(() => telephony.refresh())
  const testCalls = new TestCalls({ ...shared, database })
  const tellDesk = (news: AlarmNews) => lasting.raised(news)
  return {
    telephony,
    runner,
    desk,
    testCalls,
    announcer,
    phrases,
    voice,
    spokenSite: site,
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
  (telephony: Telephony, settings: Settings): CapacityOf =>
  (tenant) => {
    const { lines, exchanges } = telephony.capacity(tenant)
    return { lines, perSecond: exchanges * settings.current().limits.callsPerSecond }
  }

/** Whether anything is configured that rings the rooms of a tenant. */
export const hasLineOf =
  (telephony: Telephony, settings: Settings) =>
  (tenant: TenantId): boolean => {
    const { mode } = settings.current().telephony
    return mode === 'virtual' || (mode === 'sip' && telephony.capacity(tenant).lines > 0)
  }

/** Recordings come in any common format, and are heard again in one that browsers play. */
export const recordingsOf = (
  { clock }: Outside,
  announcer: Pick<Announcer, 'freely' | 'prepare' | 'delivered'>,
  { languages }: HouseLanguages,
): Pick<PromptParts, 'convert' | 'playable' | 'speak'> &
  Pick<PhraseParts, 'delivered' | 'phrasesOf'> &
  Pick<CourseParts, 'say'> => ({
  say: async (words, language) => (await announcer.prepare(words, language)).pcmu,
  phrasesOf: (language) => phrasesIn(languages.get(language)?.book.pieces ?? new Map()),
  delivered: (piece, language) => announcer.delivered(piece, language),
  convert: (file) => readRecording(file, clock),
  playable: (pcmu) => wavOfPcmu(pcmu, TELEPHONE_RATE),
  speak: async (text, language) =>
    (await announcer.freely()).includes(language)
      ? (await announcer.prepare([{ text }], language)).pcmu
      : null,
})

type PromptParts = Parameters<typeof promptActions>[0]
type CourseParts = Parameters<typeof courseActions>[0]
type PhraseParts = Parameters<typeof phraseActions>[0]

/** A server that answers may only be slow, or too busy for one write of many; a file that takes nothing is full. */
const answersOf = (database: HotelDatabase): Promise<boolean> =>
  database.dialect.name === 'sqlite'
    ? Promise.resolve(false)
    : database.ping().then(
        () => true,
        () => false,
      )
