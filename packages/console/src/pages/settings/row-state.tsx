import { useQuery } from '@tanstack/react-query'
import type { ConfigNoun, ConfigObject } from '../../api/config.ts'
import { troubleOfLine } from '../../hotel/line-trial.ts'
import { instantOf } from '../../kernel/clock.ts'
import { useDesk } from '../../live/desk.ts'
import type { MarkName, StateName } from '../../look/icons.ts'
import { useNow } from '../../parts/now.ts'
import { State } from '../../parts/state.tsx'
import { explained, lineTexts } from '../../texts/lines.ts'
import type { Format } from '../../texts/format.ts'
import { useFormat, useLanguage, useTexts } from '../../texts/speech.ts'
import { CHOICE_WORDS, settingsTexts } from './texts.ts'
import { said as textIn } from './use-config.ts'
import { LABELS } from './labels.ts'

interface RowStateProps {
  readonly noun: ConfigNoun
  readonly object: ConfigObject
}

/** How something in a list fares, where that is known. */
export function RowState(props: RowStateProps) {
  const language = useLanguage()
  const { noun, object } = props
  if (object['disabled'] === true) return <Word state="over" mark="bar" word={LABELS.disabled[language]} />
  if (noun === 'line') return <LineState name={textIn(object, 'name')} tenant={textIn(object, 'tenant')} />
  if (noun === 'statusType') return <Condition condition={textIn(object, 'condition')} />
  if (noun === 'mailbox' && object['vip'] === true)
    return <Word state="put" mark="dot" word={LABELS.vip[language]} />
  return null
}

const Word = ({
  state,
  mark,
  word,
}: {
  readonly state: StateName
  readonly mark: MarkName
  readonly word: string
}) => (
  <span className="row-state">
    <State state={state} mark={mark}>
      {word}
    </State>
  </span>
)

const CONDITION_STATES: Readonly<Record<string, readonly [StateName, MarkName]>> = {
  dirty: ['again', 'triangle'],
  clean: ['good', 'tick'],
  inspected: ['good', 'two-ticks'],
  pickup: ['put', 'crescent'],
  in_progress: ['busy', 'half'],
  out_of_order: ['bad', 'no-entry'],
  out_of_service: ['hand', 'wrench'],
}

function Condition({ condition }: { readonly condition: string }) {
  const language = useLanguage()
  const [state, mark] = CONDITION_STATES[condition] ?? ['waits', 'waits']
  const word = CHOICE_WORDS[condition]?.[language]
  return word === undefined ? null : <Word state={state} mark={mark} word={word} />
}

const POLL_MS = 2_000
const SECOND = 1_000

const momentOf = (format: Format, at: number) => `${format.day(at)} ${format.time(at)}`

/** Lines tell nothing by themselves: they are asked. */
function LineState({ name, tenant }: { readonly name: string; readonly tenant: string }) {
  const texts = useTexts(settingsTexts)
  const format = useFormat()
  const now = useNow(SECOND)
  const { client } = useDesk()
  const said = useTexts(lineTexts)
  const { data } = useQuery({
    queryKey: ['settings-lines'],
    queryFn: ({ signal }) => client.call('system.lines', {}, { signal }),
    refetchInterval: POLL_MS,
  })
  const line = data?.lines.find((one) => one.name === name && one.tenant === tenant)
  if (line === undefined) return null
  const trouble = line.why === '' ? null : troubleOfLine(line)
  const free = texts.free(line.calls - line.busy, line.calls)
  const rest = line.restsUntil === null ? 0 : instantOf(line.restsUntil) - now
  const [state, mark, word] = line.working
    ? line.why === ''
      ? (['good', 'tick', `${texts.works}, ${free}`] as const)
      : (['again', 'half', rest > 0 ? texts.restsFor(format.count(rest)) : texts.rests] as const)
    : (['bad', 'failed', texts.notThere] as const)
  return (
    <span className="row-state" title={line.why}>
      <State state={state} mark={mark}>
        {word}
      </State>
      {line.working ? null : (
        <span className="second small">{`${texts.since} ${momentOf(format, instantOf(line.since))}`}</span>
      )}
      {trouble === null ? (
        line.why === '' ? null : (
          <span className="small cut" lang="en">
            {line.why}
          </span>
        )
      ) : (
        <span className="small">{explained(said, trouble, { place: line.registrar, name }).what}</span>
      )}
    </span>
  )
}
