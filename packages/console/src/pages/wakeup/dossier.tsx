import type { WakeupRecord } from '@reveille/contract'
import { callState } from '../../hotel/calls/call-state.ts'
import { instantOf } from '../../kernel/clock.ts'
import { roomOf } from '../../hotel/calls/live-call.ts'
import { useDesk, useSession, useWhoseRoom } from '../../live/desk.ts'
import { useRecord } from '../../live/use.ts'
import { State } from '../../parts/state.tsx'
import { callLooks } from '../../look/call-looks.ts'
import { callTexts, repeatWords, resultWords } from '../../texts/calls.ts'
import type { Format } from '../../texts/format.ts'
import { useFormat, useTexts } from '../../texts/speech.ts'
import { Attempts } from './attempts.tsx'
import { Occurrences, Outcome, Seal, What } from './story.tsx'
import { wakeupTexts, wordOf } from './texts.ts'
import type { Story } from './use-dossier.ts'

const DONE = 2
const COMPLETE = 1

/** Room, time and what became of it: what is read first. */
export function CallHead({ story: { dossier, whole } }: { readonly story: Story }) {
  const format = useFormat()
  const { record, removed } = dossier
  const whose = useWhoseRoom(record)
  return (
    <>
      <h2>
        <span className="number large">{record.room}</span>{' '}
        <time className="number large second">{format.time(instantOf(record.scheduled))}</time>
        {whose === '' ? null : <small className="second"> {whose}</small>}
      </h2>
      <StateOf
        record={record}
        isRemoved={removed !== null}
        whole={whole}
        machineResult={dossier.machineResult}
      />
    </>
  )
}

interface StateOfProps {
  readonly record: WakeupRecord
  readonly isRemoved: boolean
  readonly whole: Story['whole']
  readonly machineResult: number | null
}

function StateOf({ record, isRemoved, whole, machineResult }: StateOfProps) {
  const words = useTexts(callTexts)
  if (isRemoved)
    return (
      <State state="over" mark="bar">
        {words.deleted}
      </State>
    )
  if (whole !== null && record.status !== DONE) {
    const state = callState(whole)
    return <State {...callLooks[state]}>{words[state]}</State>
  }
  const isGood = record.result === COMPLETE
  const state = isGood ? (machineResult === COMPLETE ? 'answered' : 'marked') : 'known'
  return (
    <State {...callLooks[state]} mark={isGood ? callLooks[state].mark : 'failed'}>
      {isGood ? words[state] : resultWords(words, record.result)}
    </State>
  )
}

const whenOf = (format: Format, at: string) => `${format.day(instantOf(at))} ${format.time(instantOf(at))}`
const listedDay = (format: Format, day: string) =>
  format.writtenDay(day.replace(/^(....)(..)(..)$/, '$1-$2-$3'))

/** Who asked for it, when and where; what else was asked for. */
export function WhoAsked({ story: { dossier, whole } }: { readonly story: Story }) {
  const said = useTexts(wakeupTexts)
  const words = useTexts(callTexts)
  const format = useFormat()
  const { asked, record, removed } = dossier
  const repeat = repeatWords(words, record)
  const more = [
    repeat,
    record.until === undefined ? '' : `${said.until} ${listedDay(format, record.until)}`,
    record.skipped === undefined
      ? ''
      : `${said.skipped} ${record.skipped
          .split(',')
          .map((day) => listedDay(format, day))
          .join(', ')}`,
    record.confirm === true ? said.mustPress : '',
  ].filter((one) => one !== '')
  return (
    <p className="asked">
      <Guest story={{ dossier, whole }} />
      {asked === null ? (
        said.notKnown
      ) : (
        <>
          {said.askedBy} <b>{asked.by}</b> {wordOf(said, `source${asked.source}`)}
          {asked.from === null ? '' : ` (${asked.from})`}, {whenOf(format, asked.at)}.
        </>
      )}
      {more.length === 0 ? null : ` ${more.join(', ')}`}
      {whole?.next === null || whole === null || repeat === '' ? null : (
        <>
          ; {said.next} <b>{whenOf(format, whole.next)}</b>
        </>
      )}
      {removed === null ? null : ` ${said.removed(removed.by, whenOf(format, removed.at))}.`}
    </p>
  )
}

/** Who sleeps there, for those who may know; whoever came after it was over was not meant. */
function Guest({ story: { dossier } }: { readonly story: Story }) {
  const { site } = useSession()
  const room = useRecord(useDesk().house.rooms.store, roomOf(dossier.record, site.id))
  const over = dossier.settled ?? dossier.removed?.at ?? null
  const names = (room?.guests ?? [])
    .filter(({ arrived }) => over === null || instantOf(arrived) <= instantOf(over))
    .map(({ name }) => name)
    .filter((name) => name !== '')
  return names.length === 0 ? null : <b>{`${names.join(', ')}. `}</b>
}

/** The whole story: each attempt, what followed, what came of it, and that nothing was altered. */
export const CallStory = ({ story: { dossier, whole } }: { readonly story: Story }) => (
  <>
    <Attempts attempts={dossier.attempts} />
    <Outcome dossier={dossier} isAnswered={whole?.againResult === COMPLETE} />
    <What log={dossier.log} />
    <Occurrences dossier={dossier} />
    <Seal dossier={dossier} />
  </>
)
