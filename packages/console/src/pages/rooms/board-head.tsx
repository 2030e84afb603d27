import {
  type BoardFilter,
  CONDITIONS,
  type Condition,
  type Counts,
  type Grouping,
  type Limits,
} from '../../hotel/board.ts'
import { Button, Chip } from '../../parts/button.tsx'
import { Choice } from '../../parts/choice.tsx'
import { Field } from '../../parts/field.tsx'
import { Icon, Mark } from '../../parts/icon.tsx'
import { Popover } from '../../parts/popover.tsx'
import { roomLook } from '../../parts/room-look.ts'
import { roomTexts } from '../../texts/rooms.ts'
import { useTexts } from '../../texts/speech.ts'
import { boardTexts } from './texts.ts'
import { useOneRow } from './use-one-row.ts'

/** How many there are of what can be asked for besides the state. */
export interface Kinds {
  readonly occupied: number
  readonly dnd: number
  readonly late: number
  readonly odd: number
}

export interface HeadProps {
  readonly all: number
  readonly counts: Counts
  readonly kinds: Kinds
  readonly filter: BoardFilter
  readonly grouping: Grouping
  readonly limits: Limits
  readonly onLimits: (limits: Limits) => void
  readonly change: (change: Readonly<Record<string, string | null>>) => void
  readonly onPrint: () => void
}

/** What can be looked at, with how many there are of each. */
export function BoardHead(props: HeadProps) {
  const said = useTexts(boardTexts)
  const { all, counts, kinds, filter, change } = props
  const row = useOneRow(namesOf({ all, ...counts, ...kinds }, said.view))
  return (
    <div className="title board-head" ref={row}>
      <h1>{said.title}</h1>
      <div className="chips">
        <Chip on={filter.state === null} onClick={() => change({ state: null })}>
          {said.all} <b>{all}</b>
        </Chip>
        <StateChips counts={counts} state={filter.state} change={change} />
      </div>
      <span className="grow" />
      <div className="chips kinds">
        <KindChips {...props} />
      </div>
      <ViewMenu {...props} />
    </div>
  )
}

/** What is there, and how long it is: another number of the same length needs no more room. */
const namesOf = (counts: Readonly<Record<string, number>>, language: string): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${name} ${String(count).length}`)
    .concat(language)
    .join(', ')

interface StateChipsProps {
  readonly counts: Counts
  readonly state: Condition | null
  readonly change: HeadProps['change']
}

/** Only states that some room is in, or that are asked for. */
export function StateChips({ counts, state, change }: StateChipsProps) {
  const rooms = useTexts(roomTexts)
  return CONDITIONS.filter((one) => counts[one] !== undefined || one === state).map((one) => {
    const look = roomLook(one)
    return (
      <Chip
        key={one}
        on={one === state}
        title={rooms[one]}
        onClick={() => change({ state: one === state ? null : one })}
      >
        <span className={`chip-mark s-${look.state}`}>
          <Mark name={look.mark} />
        </span>
        <span className="chip-word">{rooms[one]}</span> <b>{counts[one] ?? 0}</b>
      </Chip>
    )
  })
}

const KINDS = [
  ['occupied', 'bed'],
  ['dnd', 'moon'],
  ['late', 'clock'],
  ['odd', 'help'],
] as const

function KindChips({ kinds, filter, change }: Pick<HeadProps, 'kinds' | 'filter' | 'change'>) {
  const said = useTexts(boardTexts)
  const rooms = useTexts(roomTexts)
  const words = { occupied: rooms.occupied, dnd: rooms.dnd, late: said.late, odd: said.odd }
  return KINDS.filter(([kind]) => kinds[kind] > 0 || filter[kind]).map(([kind, icon]) => (
    <Chip
      key={kind}
      on={filter[kind]}
      title={kind === 'odd' ? said.oddWhy : words[kind]}
      onClick={() => change({ [kind]: filter[kind] ? null : '1' })}
    >
      <Icon name={icon} size="tiny" />
      <span className="chip-word kind">{words[kind]}</span> <b>{kinds[kind]}</b>
    </Chip>
  ))
}

/** How it is looked at: together by what, what is too long, and on paper. */
export function ViewMenu({ grouping, limits, onLimits, change, onPrint, ...rest }: HeadProps) {
  const said = useTexts(boardTexts)
  return (
    <Popover
      label={said.view}
      opener={(toggle) => (
        <Button icon="filter" className="view-opener" onClick={toggle} aria-label={said.view}>
          <span className="view-word">{said.view}</span>
        </Button>
      )}
    >
      {(close) => (
        <>
          <div className="chips view-kinds">
            <KindChips {...rest} change={change} />
          </div>
          <div className="view-group">
            <Choice
              label={said.group}
              value={grouping}
              onChoose={(one) => change({ group: one === 'floor' ? null : one })}
              options={[
                { value: 'floor', word: said.byFloor },
                { value: 'section', word: said.bySection },
                { value: 'state', word: said.byState },
              ]}
            />
          </div>
          <Hours
            label={said.limitDirty}
            value={limits.dirty}
            onChange={(dirty) => onLimits({ ...limits, dirty })}
          />
          <Hours
            label={said.limitProgress}
            value={limits.in_progress}
            onChange={(hours) => onLimits({ ...limits, in_progress: hours })}
          />
          <Button
            icon="print"
            onClick={() => {
              close()
              onPrint()
            }}
          >
            {said.print}
          </Button>
        </>
      )}
    </Popover>
  )
}

interface HoursProps {
  readonly label: string
  readonly value: number
  readonly onChange: (hours: number) => void
}

const Hours = ({ label, value, onChange }: HoursProps) => (
  <Field
    label={label}
    type="number"
    inputMode="decimal"
    min={0.25}
    max={240}
    step={0.25}
    defaultValue={value}
    onChange={({ target }) => {
      if (target.valueAsNumber > 0) onChange(target.valueAsNumber)
    }}
  />
)
