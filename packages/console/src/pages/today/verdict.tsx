import type { WakeupForecast } from '@reveille/contract'
import { memo, type ReactNode, useMemo } from 'react'
import { type CallState, isUnwoken, type Tally, tallyOf } from '../../hotel/calls/call-state.ts'
import { seenAs } from '../../hotel/calls/call-rows.ts'
import type { CallWindow } from '../../hotel/calls/call-window.ts'
import type { LiveCall } from '../../hotel/calls/live-call.ts'
import { instantOf } from '../../kernel/clock.ts'
import { useDesk, useSession } from '../../live/desk.ts'
import { useAll } from '../../live/use.ts'
import type { MarkName, StateName } from '../../look/icons.ts'
import { Mark } from '../../parts/icon.tsx'
import { commonTexts } from '../../texts/common.ts'
import { useFormat, useTexts } from '../../texts/speech.ts'
import { todayTexts } from './texts.ts'
import type { Kind } from './use-board.ts'

/** A minute may ring out as late as this before the lines are called too few. */
const TOO_LATE_MS = 5 * 60_000

interface VerdictProps {
  readonly span: CallWindow
  /** Null until they are counted: nothing is said of what nobody has read. */
  readonly calls: readonly LiveCall[] | null
  readonly forecast: WakeupForecast | null
  readonly kind: Kind | null
  readonly onKind: (kind: Kind | null) => void
}

const NONE: readonly LiveCall[] = []

/** Whether the morning will work, in words: the first thing read, ordered by weight. */
export const Verdict = memo(function Verdict({ span, calls, forecast, kind, onKind }: VerdictProps) {
  const said = useTexts(todayTexts)
  const states = useMemo(() => (calls ?? NONE).map((call) => seenAs(call).state), [calls])
  const isEvening = isBefore(span, calls ?? NONE)
  const title = useTitle(span, calls ?? NONE, states, forecast, isEvening)
  return (
    <>
      <h2>{title}</h2>
      <div className="facts" role="group" aria-label={said.verdict}>
        {calls === null ? null : <CallFacts {...{ span, calls, states, kind, onKind }} />}
        {forecast === null ? null : (
          <>
            <LineFacts forecast={forecast} isBefore={isEvening} />
            <HouseFacts house={forecast.house} />
          </>
        )}
      </div>
    </>
  )
})

interface CallFactsProps extends Pick<VerdictProps, 'span' | 'kind' | 'onKind'> {
  readonly calls: readonly LiveCall[]
  readonly states: readonly CallState[]
}

function CallFacts({ span, calls, states, kind, onKind }: CallFactsProps) {
  const said = useTexts(todayTexts)
  const format = useFormat()
  const tally = useMemo(() => tallyOf(states), [states])
  return (
    <>
      <span>
        <b>{format.number(tally.all)}</b>{' '}
        {calls.every((call) => isOf(span, call))
          ? said.callsOn(tally.all, format.writtenDay(span.morning))
          : said.calls(tally.all)}
      </span>
      <KindFacts tally={tally} kind={kind} onKind={onKind} />
    </>
  )
}

const isOf = ({ morning }: CallWindow, { scheduled }: LiveCall) => scheduled.startsWith(morning)

/** None of the morning's own calls has rung: what rings the evening before says nothing about it. */
const isBefore = (span: CallWindow, calls: readonly LiveCall[]) =>
  calls.every((call) => !isOf(span, call) || ['waits', 'deleted'].includes(seenAs(call).state))

function useTitle(
  span: CallWindow,
  calls: readonly LiveCall[],
  states: readonly CallState[],
  forecast: WakeupForecast | null,
  isEvening: boolean,
): string {
  const said = useTexts(todayTexts)
  const format = useFormat()
  const { builtIn } = useTexts(commonTexts)
  const { telephony } = useSession().site
  const isRed = [...useAll(useDesk().house.alarms.store).values()].some(({ level }) => level === 'red')
  const morning = said.morningOf(format.longDay(instantOf(`${span.morning}T12:00:00Z`)))
  // A guest who was rung again in vain is one guest.
  const unwoken = new Set(calls.flatMap(unwokenRoom)).size
  if (unwoken > 0) return said.unwoken(unwoken)
  if (states.length === 0 || forecast === null) return morning
  if (telephony === BUILT_IN && states.includes('waits')) return builtIn
  if (forecast.lines.working === 0 && states.includes('waits')) return said.noLines
  if (forecast.minutes.some((one) => delayOf(one) > TOO_LATE_MS)) return said.tooFew
  // Nobody is told that all will do while somebody must act.
  if (isRed || !isEvening || !states.includes('waits')) return morning
  // What the server finds late is not held back behind what will do.
  const [latest] = forecast.minutes.filter(({ late }) => late).toSorted((a, b) => delayOf(b) - delayOf(a))
  if (latest === undefined || latest.last === null) return said.holds
  return said.holdsUntil(format.time(instantOf(latest.minute)), format.time(instantOf(latest.last)))
}

const unwokenRoom = (call: LiveCall) => (isUnwoken(seenAs(call).state) ? [`${call.tenant} ${call.room}`] : [])

/** Phones for trying out. */
const BUILT_IN = 'virtual'

const delayOf = ({ minute, last }: WakeupForecast['minutes'][number]) =>
  last === null ? 0 : instantOf(last) - instantOf(minute)

const FACTS = [
  { kind: 'missed', count: 'missed', word: 'missed', state: 'bad', mark: 'cross' },
  { kind: 'underway', count: 'underWay', word: 'underWay', state: 'busy', mark: 'bell' },
  { kind: 'tocome', count: 'toCome', word: 'toCome', state: 'waits', mark: 'waits' },
  { kind: 'woken', count: 'woken', word: 'woken', state: 'good', mark: 'tick' },
  { kind: 'later', count: 'later', word: 'answeredLater', state: 'good', mark: 'again' },
  { kind: 'byhand', count: 'byHand', word: 'reachedByHand', state: 'hand', mark: 'hand' },
] as const satisfies readonly KindFact[]

interface KindFact {
  readonly kind: Kind
  readonly count: keyof Tally
  readonly word: 'missed' | 'underWay' | 'toCome' | 'woken' | 'answeredLater' | 'reachedByHand'
  readonly state: StateName
  readonly mark: MarkName
}

type KindFactsProps = { readonly tally: Tally } & Pick<VerdictProps, 'kind' | 'onKind'>

/** Each of them shows only its calls when it is pressed. */
function KindFacts({ tally, kind: chosen, onKind }: KindFactsProps) {
  const said = useTexts(todayTexts)
  const format = useFormat()
  if (tally.all === tally.toCome && chosen === null) return null
  return FACTS.filter(({ kind, count }) => tally[count] > 0 || kind === chosen).map(
    ({ kind, count, word, state, mark }) => (
      <button
        key={kind}
        type="button"
        className={`fact state s-${state}`}
        aria-pressed={kind === chosen}
        onClick={() => onKind(kind === chosen ? null : kind)}
      >
        <Mark name={mark} size="tiny" />
        <b>{format.number(tally[count])}</b> {said[word]}
      </button>
    ),
  )
}

const Fact = ({ word, children }: { readonly word: string; readonly children: ReactNode }) => (
  <span>
    {word} <b>{children}</b>
  </span>
)

function LineFacts({
  forecast: { lines, last, minutes },
  isBefore: isEvening,
}: {
  readonly forecast: WakeupForecast
  readonly isBefore: boolean
}) {
  const said = useTexts(todayTexts)
  const format = useFormat()
  const time = (moment: string) => format.time(instantOf(moment))
  const fullest = minutes.toSorted((a, b) => b.due - a.due)[0]
  const isShort = lines.working < lines.total
  return (
    <>
      <span className={isShort ? 'state s-bad' : undefined}>
        {isShort ? <Mark name="cross" size="tiny" /> : null}
        <b>{said.ofLines(lines.working, lines.total)}</b> {said.lines}
      </span>
      {last === null ? null : <Fact word={said.lastRing}>{time(last)}</Fact>}
      {isEvening && fullest !== undefined && fullest.due > 1 ? (
        <span>
          {said.fullest} <b>{time(fullest.minute)}</b>
          {fullest.late && fullest.last !== null ? (
            <>
              , {said.ringsOut} <b>{time(fullest.last)}</b>
            </>
          ) : null}
        </span>
      ) : null}
    </>
  )
}

const Warning = ({ children }: { readonly children: string }) => (
  <span className="state s-again">
    <Mark name="triangle" size="tiny" />
    {children}
  </span>
)

/** What else may spoil a morning: what the night's check found, and messages that do not get through. */
function HouseFacts({ house: { nightCheck, waiting, uncertain } }: Pick<WakeupForecast, 'house'>) {
  const said = useTexts(todayTexts)
  const format = useFormat()
  const when = nightCheck === null ? '' : format.time(instantOf(nightCheck.at))
  return (
    <>
      {nightCheck?.ok === false ? (
        <Warning>{said.checkedBadly(when)}</Warning>
      ) : (
        <Fact word={said.nightCheck}>{nightCheck === null ? said.notChecked : said.checkedWell(when)}</Fact>
      )}
      {uncertain === 0 ? null : <Warning>{said.uncertain(uncertain)}</Warning>}
      {waiting === 0 ? null : <Warning>{said.waiting(waiting)}</Warning>}
      {waiting + uncertain === 0 ? <Fact word={said.backlog}>{said.nothingWaits}</Fact> : null}
    </>
  )
}
