import type { Dossier, DossierEntry } from '@reveille/contract'
import { Link } from 'wouter'
import { instantOf } from '../../kernel/clock.ts'
import type { IconName, MarkName, StateName } from '../../look/icons.ts'
import { CopySign } from '../../parts/copy-button.tsx'
import { Icon, Mark } from '../../parts/icon.tsx'
import { foundIn, proofIn } from '../../hotel/calls/found-outcome.ts'
import { callTexts, resultWords } from '../../texts/calls.ts'
import { asSentence, outcomeIn } from '../../texts/outcomes.ts'
import type { Format } from '../../texts/format.ts'
import { happenedAlone } from '../../texts/happened.ts'
import { useFormat, useTexts } from '../../texts/speech.ts'
import { wakeupTexts } from './texts.ts'

/** Steps of attempts stand on their strips. */
const ON_STRIPS = ['claimed', 'dialled', 'progress', 'answered', 'key', 'ended'].map(
  (step) => `wakeup.${step}`,
)

export const clockOf = (format: Format, at: string) =>
  `${format.time(instantOf(at))}:${format.seconds(instantOf(at))}`

const ICON_OF: Readonly<Record<string, IconName>> = {
  'alarm.raised': 'alarms',
  'alarm.known': 'phone',
  'alarm.acknowledged': 'tick',
  'alarm.over': 'tick',
  'wakeup.overwritten': 'edit',
  'wakeup.retry': 'refresh',
  'wakeup.snoozed': 'moon',
  'wakeup.created': 'plus',
  'wakeup.deleted': 'remove',
  'wakeup.cancelled': 'remove',
}

const iconOf = ({ kind, detail }: DossierEntry): IconName =>
  kind === 'alarm.told' ? ('mail' in detail ? 'mail' : 'phone') : (ICON_OF[kind] ?? 'clock')

/** What happened besides ringing, as the log has it. */
export function What({ log }: { readonly log: Dossier['log'] }) {
  const said = useTexts(wakeupTexts)
  const format = useFormat()
  const rows = log.filter(({ kind }) => !ON_STRIPS.includes(kind))
  return rows.length === 0 ? null : (
    <section>
      <h3>{said.story}</h3>
      <ul className="story">
        {rows.map((row) => (
          <li key={row.id}>
            <b title={format.exact(instantOf(row.at))}>{clockOf(format, row.at)}</b>
            <Icon name={iconOf(row)} size="small" />
            <Happened row={row} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** In our words where we have them; the log's own sentence is English. */
function Happened({ row }: { readonly row: DossierEntry }) {
  const { words, isForeign } = happenedAlone(row, useFormat())
  // A sentence that names them need not name them twice.
  const isNamed = row.actor === 'system' || row.actor === '' || words.includes(row.actor)
  return (
    <span>
      <span lang={isForeign ? 'en' : undefined}>{words}</span>
      {isNamed ? '' : `, ${row.actor}`}
    </span>
  )
}

const COMPLETE = 1
const DONE = 2

interface Verdict {
  readonly state: StateName
  readonly mark: MarkName
  readonly words: string
}

type Said = (typeof wakeupTexts)['en']

function verdictOf(dossier: Dossier, isAnswered: boolean, said: Said): Verdict {
  const { record, machineResult, alarms } = dossier
  if (record.status !== DONE)
    return record.status === 0
      ? { state: 'waits', mark: 'waits', words: said.waits }
      : { state: 'busy', mark: 'bell', words: said.underWay }
  if (record.result !== COMPLETE) {
    const isOpen = !isAnswered && alarms.some(({ state }) => state === 'open')
    return { state: 'bad', mark: 'failed', words: isOpen ? said.goRoom(record.room) : said.notWoken }
  }
  return machineResult === COMPLETE
    ? { state: 'good', mark: 'tick', words: answeredWords(proofIn(dossier), said) }
    : { state: 'hand', mark: 'hand', words: said.marked }
}

/** Only a key shows that somebody was woken; without one, all that is known is that the phone was answered. */
function answeredWords(proof: unknown, said: Said): string {
  if (proof === 'key') return said.woken
  return proof === 'heard' ? said.answeredOnly : said.pickedUp
}

interface OutcomeProps {
  readonly dossier: Dossier
  /** When the room was rung again. */
  readonly isAnswered: boolean
}

/** What is to be said of it, in one sentence; who found or set which outcome, and when. */
export function Outcome({ dossier, isAnswered }: OutcomeProps) {
  const said = useTexts(wakeupTexts)
  const words = useTexts(callTexts)
  const format = useFormat()
  const { state, mark, words: verdict } = verdictOf(dossier, isAnswered, said)
  const { overwritten, record } = dossier
  return record.status === DONE ? (
    <section className={`outcome s-${state}`}>
      <Mark name={mark} size="large" />
      <div>
        <b>{verdict}</b>
        <p>{ofSystem(dossier, said, format, state === 'good')}</p>
        {overwritten.map(({ at, by, result, reason }) => (
          <p key={at}>
            {said.setBy(resultWords(words, result), by, momentOf(format, at, record.scheduled))}
            {reason === '' ? '' : `: ${reason}`}
          </p>
        ))}
      </div>
    </section>
  ) : null
}

/** With its day, where that is another one than that of the call. */
const momentOf = (format: Format, at: string, scheduled: string) =>
  format.date(instantOf(at)) === format.date(instantOf(scheduled))
    ? clockOf(format, at)
    : `${format.day(instantOf(at))} ${clockOf(format, at)}`

/** What the system itself found, and when: what was set by hand came later, and has its own line. */
function ofSystem(dossier: Dossier, said: Said, format: Format, isSaid: boolean): string {
  const { overwritten, machineResult, record, settled } = dossier
  const own = foundIn(dossier)
  if (own === undefined && (machineResult === null || overwritten.length > 0)) return noneFound(dossier, said)
  const at = own?.at ?? settled
  const what = asSentence(outcomeIn(format.language, own?.detail['outcome'], own?.detail['proof']))
  return [
    isSaid || what === '' ? '' : `${what}.`,
    at === null ? '' : said.bySystem(momentOf(format, at, record.scheduled)),
    overwritten.length === 0 ? said.unchanged : '',
  ]
    .filter((part) => part !== '')
    .join(' ')
}

/** The log no longer has it, or there was nothing to find. */
const noneFound = ({ machineResult }: Dossier, said: Said): string =>
  machineResult === null ? said.noneOfSystem : ''

const SHORT = 8

/** That nothing of it was altered since: the numbers of the seals, and the hash to keep. */
export function Seal({ dossier: { log, alterations, removedRows } }: { readonly dossier: Dossier }) {
  const said = useTexts(wakeupTexts)
  const seals = log.flatMap(({ sealed }) => (sealed === null ? [] : [sealed]))
  const [first, last] = [seals[0], seals.at(-1)]
  const isBroken = alterations.length > 0 || removedRows > 0 || log.some(({ altered }) => altered)
  if (first === undefined || last === undefined) return <p className="seal">{said.unsealed}</p>
  return (
    <div className={isBroken ? 'seal broken s-bad' : 'seal'}>
      {isBroken ? <Mark name="failed" /> : <Icon name="seal" size="small" />}
      <span>
        {isBroken ? said.broken : said.sealed(first.number, last.number)}
        {removedRows > 0 ? ` ${said.removedRows(removedRows)}` : ''} <code>{last.hash.slice(0, SHORT)}</code>
      </span>
      <CopySign what={said.copySeal} text={`${last.number} ${last.hash}`} />
    </div>
  )
}

export function Occurrences({ dossier: { occurrences } }: { readonly dossier: Dossier }) {
  const said = useTexts(wakeupTexts)
  const words = useTexts(callTexts)
  const format = useFormat()
  return occurrences.length === 0 ? null : (
    <section>
      <h3>{said.occurrences}</h3>
      <ul className="story">
        {occurrences.map(({ id, scheduled, result }) => (
          <li key={id}>
            <b>{format.time(instantOf(scheduled))}</b>
            <Icon name="calendar" size="small" />
            <Link href={`/wakeup/${id}`}>
              {format.day(instantOf(scheduled))}, {resultWords(words, result)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
