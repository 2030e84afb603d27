import type { DossierAttempt } from '@reveille/contract'
import { type AttemptShape, axisOf, shapeOf, ticksOf } from '../../hotel/calls/attempt-strip.ts'
import { instantOf } from '../../kernel/clock.ts'
import { Mark } from '../../parts/icon.tsx'
import { useNow } from '../../parts/now.ts'
import { useFormat, useTexts } from '../../texts/speech.ts'
import { wakeupTexts, wordOf } from './texts.ts'

const SECOND = 1_000
const LONG = 3_600_000

const MINUTE = 60_000

/** 12.4 s, 4 min 36 s */
const spanWords = (said: (typeof wakeupTexts)['en'], ms: number): string =>
  ms < MINUTE
    ? said.seconds((ms / SECOND).toFixed(1))
    : said.minutes(Math.floor(ms / MINUTE), Math.floor((ms % MINUTE) / SECOND))

/** Each time that the room was dialled, on one axis; a table says the same to those who listen. */
export function Attempts({ attempts }: { readonly attempts: readonly DossierAttempt[] }) {
  const said = useTexts(wakeupTexts)
  const format = useFormat()
  const isLive = attempts.some(({ result }) => result === null)
  const now = useNow(isLive ? SECOND : LONG)
  const shapes = attempts.map((attempt) => shapeOf(attempt, now))
  const axis = axisOf(shapes)
  if (attempts.length === 0) return <p className="second">{said.noAttempt}</p>
  return (
    <section>
      <h3>{said.attempts(attempts.length)}</h3>
      <div className="strips" aria-hidden="true">
        {attempts.map((attempt, at) => (
          <Attempt key={attempt.number} attempt={attempt} shape={shapes[at]} axis={axis} />
        ))}
        <div className="strip-axis">
          {ticksOf(axis).map((tick) => (
            <span key={tick} style={{ left: `${(tick / axis) * 100}%` }}>
              {axis > MINUTE
                ? format.count(tick)
                : tick === 0 || tick === axis
                  ? said.seconds(String(tick / SECOND))
                  : Math.round(tick / SECOND)}
            </span>
          ))}
        </div>
      </div>
      <AttemptTable attempts={attempts} shapes={shapes} />
    </section>
  )
}

interface AttemptProps {
  readonly attempt: DossierAttempt
  readonly shape: AttemptShape | undefined
  readonly axis: number
}

function Attempt({ attempt, shape, axis }: AttemptProps) {
  const format = useFormat()
  const started = instantOf(attempt.started)
  const thousandth = String(Math.abs(started % SECOND)).padStart(3, '0')
  return (
    <>
      <span className="label">
        <b>{format.fullTime(started)}</b>
        <small>
          .{thousandth} {attempt.line}
        </small>
      </span>
      {shape === undefined ? null : <Strip attempt={attempt} shape={shape} axis={axis} />}
    </>
  )
}

/** Of the whole width: what is shorter has its words beside it, where none are cut. */
const ROOM_FOR_WORDS = 1 / 4

function Strip({ attempt, shape, axis }: Required<AttemptProps> & { readonly shape: AttemptShape }) {
  const said = useTexts(wakeupTexts)
  const { rangAt, pickedUpAt, endedAt, heardTo, isLive } = shape
  const part = (ms: number) => `${Math.min(100, (ms / axis) * 100)}%`
  const rangTo = pickedUpAt ?? endedAt
  const time = (ms: number) => spanWords(said, ms)
  return (
    <div className="strip">
      <i className="dial" style={{ left: 0, width: part(rangAt ?? pickedUpAt ?? endedAt) }} />
      {rangAt === null ? null : (
        <i className="ring" style={{ left: part(rangAt), width: part(rangTo - rangAt) }}>
          {rangTo - rangAt > axis * ROOM_FOR_WORDS
            ? isLive && pickedUpAt === null
              ? said.ringing(time(rangTo - rangAt))
              : said.rang(time(rangTo - rangAt), time(rangAt))
            : ''}
        </i>
      )}
      {pickedUpAt === null ? null : (
        <i
          className={attempt.presses.length === 0 ? 'talk' : 'talk pressed'}
          style={{ left: part(pickedUpAt), width: part(Math.max(0, endedAt - pickedUpAt)) }}
        >
          {said.spoke(time(pickedUpAt))}
          {heardTo === null ? '' : `, ${said.heard(time(heardTo - pickedUpAt))}`}
        </i>
      )}
      {attempt.presses.map(({ ms, key }) => (
        <i key={ms} className="press" style={{ left: part(ms) }}>
          {key}
        </i>
      ))}
      {isLive || pickedUpAt !== null ? null : (
        <End
          attempt={attempt}
          at={part(endedAt)}
          isWide={rangAt !== null && endedAt - rangAt > axis * ROOM_FOR_WORDS}
        />
      )}
    </div>
  )
}

interface EndProps {
  readonly attempt: DossierAttempt
  readonly at: string
  readonly isWide: boolean
}

/** How it ended: inside of what rang, or beside what did not. */
const End = ({ attempt, at, isWide }: EndProps) => {
  const said = useTexts(wakeupTexts)
  return (
    <i
      className={isWide ? 'end inside' : 'end'}
      style={isWide ? { right: `calc(100% - ${at})` } : { left: at }}
    >
      <Mark name={isWide ? 'cross' : 'bar'} size="tiny" />
      {endWords(attempt, said)}
    </i>
  )
}

/** SIP statuses mean something to few: the word first, the number for those who look for it. */
function endWords(
  { result, status, forwarded, answeredBy, hungUpBy }: DossierAttempt,
  said: (typeof wakeupTexts)['en'],
) {
  const word = result === null ? '' : wordOf(said, result)
  const facts = [
    status !== null && status >= 300 ? `${status} ${word}` : word,
    forwarded ? said.forwarded : '',
    answeredBy === 'machine' ? said.machine : '',
    hungUpBy === 'lost' ? said.lostLine : '',
  ]
  return facts.filter((fact) => fact !== '').join(', ')
}

interface AttemptTableProps {
  readonly attempts: readonly DossierAttempt[]
  readonly shapes: readonly AttemptShape[]
}

function AttemptTable({ attempts, shapes }: AttemptTableProps) {
  const said = useTexts(wakeupTexts)
  const format = useFormat()
  const time = (ms: number | null | undefined) => (ms === null || ms === undefined ? '' : spanWords(said, ms))
  const heads = [
    said.columnAttempt,
    said.columnDialled,
    said.columnLine,
    said.columnRang,
    said.columnPicked,
    said.columnHeard,
    said.columnKeys,
    said.columnEnd,
  ]
  return (
    <table className="heard-only">
      <caption>{said.attempts(attempts.length)}</caption>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {attempts.map((attempt, at) => (
          <tr key={attempt.number}>
            <th scope="row">{attempt.number}</th>
            <td>{format.exact(instantOf(attempt.started))}</td>
            <td>{attempt.line}</td>
            <td>{time(shapes[at]?.rangAt)}</td>
            <td>{time(attempt.answeredMs)}</td>
            <td>{time(attempt.heardMs)}</td>
            <td>{attempt.keys}</td>
            <td>{endWords(attempt, said)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
