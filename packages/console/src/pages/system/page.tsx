import type { AnswerOf } from '@reveille/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { foundSince, mendedAt, screensOf } from '../../hotel/house-check.ts'
import { troubleOfLine } from '../../hotel/line-trial.ts'
import { instantOf } from '../../kernel/clock.ts'
import { useDesk, useSession, useWhoseOf } from '../../live/desk.ts'
import { useWelcome } from '../../live/use-welcome.ts'
import { Age } from '../../parts/age.tsx'
import { Button } from '../../parts/button.tsx'
import { Mark } from '../../parts/icon.tsx'
import { Skeleton, Trouble } from '../../parts/nothing.tsx'
import { useNow } from '../../parts/now.ts'
import { Cell, Row, Tape } from '../../parts/row.tsx'
import { commonTexts } from '../../texts/common.ts'
import { explained, lineTexts } from '../../texts/lines.ts'
import { useFormat, useLanguage, useTexts } from '../../texts/speech.ts'
import { Backups } from './backups.tsx'
import { Doctor } from './doctor.tsx'
import { TroubledLanes } from './lanes.tsx'
import { Nodes } from './nodes.tsx'
import { Seals } from './seals.tsx'
import { checkTexts, checkWords } from './check-words.ts'
import { type SystemTexts, systemTexts } from './texts.ts'
import { useLanes, useLines, useScreens } from './use-system.ts'
import './system.css'

const COLUMNS = 'minmax(0, 208px) minmax(0, 1fr) auto'
const SECOND = 1_000

/** How the house is: one sentence, then each part of it. */
export default function SystemPage() {
  const said = useTexts(systemTexts)
  const { permissions, tenant } = useSession()
  const isAll = tenant === ''
  const keeps = isAll && permissions.includes('administrator')
  return (
    <div className="system">
      <div className="title">
        <h1>{said.title}</h1>
      </div>
      {keeps ? <SetupWay /> : null}
      {isAll ? <Verdict /> : null}
      {isAll ? <Nodes isKeeper={keeps} /> : null}
      <TroubledLanes />
      <LineRows />
      {isAll ? <LastNight /> : null}
      {isAll ? <Seals /> : null}
      {keeps ? <Backups /> : null}
      {keeps ? <Doctor /> : null}
    </div>
  )
}

/** From a demonstration to a hotel of one's own; of a house that is set up, back to where it was done. */
function SetupWay() {
  const said = useTexts(systemTexts)
  const house = useWelcome()
  if (house === undefined) return null
  const isDemonstration = house.state === 'demonstration'
  return (
    <p className="setup-way">
      {isDemonstration ? <span>{said.demonstration}</span> : null}
      <Link className={isDemonstration ? 'button main' : 'button'} href="/setup">
        {isDemonstration ? said.startOwn : said.setup}
      </Link>
    </p>
  )
}

/** What the night check would find now. */
function Verdict() {
  const said = useTexts(systemTexts)
  const { builtIn } = useTexts(commonTexts)
  const { site } = useSession()
  const findings = useTexts(checkTexts)
  const format = useFormat()
  const { client } = useDesk()
  const { data, error, isFetching, refetch, dataUpdatedAt } = useQuery({
    queryKey: ['system-check'],
    queryFn: async () => {
      const [{ checks }, system] = await Promise.all([
        client.call('system.check', {}),
        client.call('system.get', {}),
      ])
      return { checks, system }
    },
  })
  if (error !== null) return <Trouble error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton rows={8} />
  const { checks, system } = data
  const bad = checks.filter(({ ok }) => !ok).length
  const at = format.time(instantOf(system.iso8601))
  return (
    <section>
      <p className={`how s-${bad === 0 ? 'good' : 'bad'}`} role="status" data-at={dataUpdatedAt}>
        <Mark name={bad === 0 ? 'tick' : 'failed'} size="large" />
        <b>{bad === 0 ? said.well : said.notWell(format.number(bad))}</b>
        {site.telephony === 'virtual' ? <span className="state s-again">{builtIn}</span> : null}
        <span className="second">{isFetching ? said.looking : said.lookedAt(at)}</span>
        <span className="grow" />
        <Button icon="refresh" asks disabled={isFetching} onClick={() => void refetch()}>
          {said.checkNow}
        </Button>
      </p>
      <div role="table" aria-label={said.parts} className="rows">
        {checks.map(({ name, ok, text, code, count }) => {
          const [state, mark] = lookOf(ok, code)
          return (
            <Row key={name} state={state} columns={COLUMNS}>
              <Tape mark={mark}>{partName(said, name)}</Tape>
              <Cell className="what">
                <Finding text={text} words={checkWords(findings, code, count)} isWhole={ok} />
              </Cell>
              <Mending part={name} isWell={ok} />
            </Row>
          )
        })}
        <Fact part="mail" isWell={system.smtpenabled}>
          {system.smtpenabled ? said.mailReady : said.mailNot}
        </Fact>
        <Fact part="zone" isWell>
          {system.zonedata === '' ? system.timezone : said.zoneData(system.timezone, system.zonedata)}
        </Fact>
        <Fact part="version" isWell>{`${system.name} ${system.webuiversion}, ${system.build}`}</Fact>
        <Fact part="licence" isWell>
          {said.licenceOf(licensed(system).join(', '), system.serialnumber)}
        </Fact>
        <Screens />
        <Fact part="streams" isWell>
          {said.streamsOf(format.number(system.streams))}
        </Fact>
      </div>
    </section>
  )
}

/** What cannot be told is neither well nor wrong, and is not drawn as if it were. */
const UNTOLD = ['clock.untold']

function lookOf(isWell: boolean, code: string | undefined) {
  if (code !== undefined && UNTOLD.includes(code)) return ['waits', 'question'] as const
  return isWell ? (['good', 'tick'] as const) : (['bad', 'failed'] as const)
}

interface FindingProps {
  /** The server's sentence. */
  readonly text: string
  /** The same in the language of whoever looks; null where there is none. */
  readonly words: string | null
  /** The words say all of it. */
  readonly isWhole: boolean
}

/** One sentence where one says it: who reads English needs no other words for what the server says in more of them. */
function Finding({ text, words, isWhole }: FindingProps) {
  const language = useLanguage()
  if (words !== null && isWhole) return <span>{words}</span>
  return (
    <>
      {words === null || language === 'en' ? null : <span>{words}</span>}
      <span lang="en">{text}</span>
    </>
  )
}

/** What is not switched off by a zero. */
const licensed = ({ license }: AnswerOf<'system.get'>) =>
  license.filter(({ value }) => value !== 0).map(({ name }) => name)

/** Since when a part is not well, where that is known, and the way to where it is mended. */
function Mending({ part, isWell }: { readonly part: string; readonly isWell: boolean }) {
  const said = useTexts(systemTexts)
  const { permissions } = useSession()
  const known = { lines: useLines(), lanes: useLanes() }
  const since = isWell ? null : foundSince(part, known)
  const href = mendedAt(part, permissions)
  return (
    <Cell className="with-deed">
      {since === null ? null : (
        <span className="second small">
          {said.since} <Age since={since} />
        </span>
      )}
      {href === null ? null : (
        <Link href={href}>
          {said.open}
          <span className="heard-only"> {partName(said, part)}</span>
        </Link>
      )}
    </Cell>
  )
}

/** Where somebody has signed in, for who may sign them out. */
function Screens() {
  const said = useTexts(systemTexts)
  const { number } = useFormat()
  const sessions = useScreens()
  if (sessions === undefined) return null
  const { people, displays } = screensOf(sessions)
  return (
    <Fact part="screens" isWell>
      {said.screensOf(number(people), number(displays))}
    </Fact>
  )
}

const PARTS = [
  'lines',
  'database',
  'calls',
  'clock',
  'disk',
  'connectors',
  'certificates',
  'charges',
  'items',
  'languages',
  'house',
  'mail',
  'zone',
  'version',
  'licence',
  'screens',
  'streams',
] as const

/** One that this console does not know yet goes by the server's word. */
function partName(said: SystemTexts, name: string): string {
  const known = PARTS.find((one) => one === name)
  return known === undefined ? name : said[known]
}

interface FactProps {
  readonly part: (typeof PARTS)[number]
  readonly isWell: boolean
  readonly children: string
}

function Fact({ part, isWell, children }: FactProps) {
  const said = useTexts(systemTexts)
  return (
    <Row state={isWell ? 'good' : 'waits'} columns={COLUMNS}>
      <Tape mark={isWell ? 'tick' : 'waits'}>{said[part]}</Tape>
      <Cell className="what">{children}</Cell>
      <Mending part={part} isWell={isWell} />
    </Row>
  )
}

const LOOKS = {
  works: ['good', 'tick'],
  rests: ['again', 'pause'],
  down: ['bad', 'failed'],
  starting: ['waits', 'waits'],
} as const

/** Each line of the exchange, since when it is so, and why. */
function LineRows() {
  const said = useTexts(systemTexts)
  const words = useTexts(lineTexts)
  const { number, count, language } = useFormat()
  const now = useNow(SECOND)
  const lines = useLines()
  const whoseOf = useWhoseOf(lines)
  if (lines.length === 0) return null
  return (
    <section aria-label={said.lines}>
      <h2>{said.lines}</h2>
      <div role="table" aria-label={said.lines} className="rows">
        {lines.map(
          ({ name, tenant, state, since, restsUntil, why, status, code, calls, busy, registrar }) => {
            const rest = restsUntil === null ? 0 : instantOf(restsUntil) - now
            const [look, mark] = LOOKS[state]
            const trouble = why === '' ? null : troubleOfLine({ status, code })
            return (
              <Row key={`${tenant} ${name}`} state={look} columns={COLUMNS}>
                <Tape mark={mark}>
                  {[name, whoseOf({ name, tenant }), said[state]].filter(Boolean).join(' ')}
                </Tape>
                <Cell className="what">
                  <span>{`${said.freeOf(number(calls - busy), number(calls))}, ${registrar}`}</span>
                  {why === '' ? null : (
                    <Finding
                      text={why}
                      words={
                        trouble === null ? null : explained(words, trouble, { place: registrar, name }).what
                      }
                      isWhole={language === 'en'}
                    />
                  )}
                </Cell>
                <Cell className="second small">
                  {rest > 0 ? <span className="number">{`${said.goesOnIn(count(rest))} · `}</span> : null}
                  {said.since} <Age since={instantOf(since)} />
                </Cell>
              </Row>
            )
          },
        )}
      </div>
    </section>
  )
}

/** What the night check found when nobody looked. */
function LastNight() {
  const said = useTexts(systemTexts)
  const format = useFormat()
  const { client } = useDesk()
  const { data } = useQuery({
    queryKey: ['last-night'],
    queryFn: () => client.call('log.list', { query: { kind: 'night.checked', limit: 1, order: 'desc' } }),
  })
  if (data === undefined) return null
  const [row] = data.log
  if (row === undefined) return <Aside title={said.lastNight}>{said.noNight}</Aside>
  const at = instantOf(row.at)
  const when = `${format.day(at)} ${format.time(at)}`
  return (
    <section>
      <h2>{said.lastNight}</h2>
      <p>
        <span className="number">{when}</span> <NightWords row={row} />
      </p>
    </section>
  )
}

function NightWords({ row }: { readonly row: LogRow }) {
  const said = useTexts(systemTexts)
  const words = useTexts(checkTexts)
  const wrong = wrongIn(row.detail)
  if (wrong === null) return <span lang="en">{row.text}</span>
  if (wrong.length === 0) return <span>{said.nightWell}</span>
  return (
    <>
      <span>{said.nightNot}</span>
      <ul className="found">
        {wrong.map(({ name, code, count, text }) => (
          <li key={name}>
            <b>{partName(said, name)}</b>{' '}
            <Finding text={text} words={checkWords(words, code, count)} isWhole={false} />
          </li>
        ))}
      </ul>
    </>
  )
}

type LogRow = AnswerOf<'log.list'>['log'][number]
type CheckFinding = AnswerOf<'system.check'>['checks'][number]

const isFinding = (one: unknown): one is CheckFinding =>
  typeof one === 'object' && one !== null && 'name' in one && 'ok' in one && 'text' in one

/** What was not well that night; null where the row does not tell it. */
function wrongIn(detail: LogRow['detail']): readonly CheckFinding[] | null {
  const findings: unknown = detail['findings']
  return Array.isArray(findings) ? findings.filter(isFinding).filter(({ ok }) => !ok) : null
}

const Aside = ({ title, children }: { readonly title: string; readonly children: string }) => (
  <section>
    <h2>{title}</h2>
    <p className="second">{children}</p>
  </section>
)
