import { promptActions, spokenPrompts } from '../actions/site/prompts.ts'
import type { Settings } from '../actions/settings.ts'
import { telephonySettings } from '../actions/site/telephony.ts'
import { createAnnouncer } from '../calls/voice/announcer.ts'
import { readRecording } from '../calls/audio/recording.ts'
import { TELEPHONE_RATE } from '../calls/audio/resample.ts'
import { Telephony } from '../calls/lines/telephony.ts'
import { wavOfPcmu } from '../calls/audio/wav.ts'
import type { Mailer } from '../connectors/connector.ts'
import { policyOf } from '../hotel/wakeups/wakeup-policy.ts'
import type { TenantId } from '../hotel/accounts/tenancy.ts'
import { deskBook } from '../runners/desk/desk-book.ts'
import { lastingDeskBook } from '../runners/desk/lasting-desk-book.ts'
import { DeskRunner } from '../runners/desk/desk-runner.ts'
import { OutageJournal } from '../runners/wakeups/outage-journal.ts'
import { wakeupBook } from '../runners/wakeups/wakeup-book.ts'
import { WakeupRunner } from '../runners/wakeups/wakeup-runner.ts'
import type { HotelDatabase } from '../store/stores/stores.ts'
import { openJournal } from '../store/files/journal.ts'
import type { AppConfig, Outside } from './config.ts'

interface Ground {
  readonly database: HotelDatabase
  readonly settings: Settings
  readonly mailer: Mailer
  /** Recorded phrases. */
  readonly audioFolder: string
}

/** Lines, voice and the runners that ring the rooms and the desk. */
export async function assembleCalls(
  { dataFolder, journalBytes }: AppConfig,
  outside: Outside,
  { database, settings, mailer, audioFolder }: Ground,
) {
  const { clock, ids, log, media } = outside
  const telephony = new Telephony({ clock, log, media, plan: () => telephonySettings(database, settings) })
  const policy = (tenant: TenantId) =>
    policyOf(settings.current().wakeup, settings.current().tenants.get(tenant)?.wakeup)
  const prompts = spokenPrompts(database.read)
  const announcer = createAnnouncer({
    audioFolder,
    clock,
    log,
    defaultLanguage: () => settings.current().site.language,
    recording: (name) => prompts.recording(name),
  })
  const voice = outside.voice ?? announcer
  const site = () => settings.current().site
  const shared = { caller: telephony.caller, voice, clock, log, policy, site }
  const book = wakeupBook({ database, ids, policy })
  const journal = await openJournal(dataFolder, settings.current().siteId, journalBytes)
  const outage = new OutageJournal({ database, journal, clock, log, replay: book.replay })
  const zone = () => settings.current().site.timezone
  const lasting = lastingDeskBook({ book: deskBook({ database, clock }), outage, clock, ids, zone })
  const desk = new DeskRunner({ ...shared, book: lasting, mailer })
  const runner = new WakeupRunner({
    ...shared,
    tellDesk: (news) => lasting.raise(news),
    isThere: () => answersOf(database),
    book,
    outage,
    callsPerSecond: () => settings.current().limits.callsPerSecond,
    prompt: (tenant, id) => prompts.prompt(tenant, id),
  })
  return { telephony, runner, desk, announcer, journal, outage }
}

/** Recordings come in any common format, and are heard again in one that browsers play. */
export const recordingsOf = ({ clock }: Outside): Pick<PromptParts, 'convert' | 'playable'> => ({
  convert: (file) => readRecording(file, clock),
  playable: (pcmu) => wavOfPcmu(pcmu, TELEPHONE_RATE),
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
