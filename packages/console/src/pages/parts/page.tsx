import { useState } from 'react'
import { ICONS, MARKS, type IconName, type MarkName, STATES } from '../../look/icons.ts'
import { Button, Chip, Key } from '../../parts/button.tsx'
import { Choice } from '../../parts/choice.tsx'
import { Confirm } from '../../parts/dialog.tsx'
import { Field, Tick } from '../../parts/field.tsx'
import { Icon, Mark } from '../../parts/icon.tsx'
import { useClock } from '../../parts/now.ts'
import { Empty, Skeleton, Trouble } from '../../parts/nothing.tsx'
import { Cell, Row, Tape } from '../../parts/row.tsx'
import { State, Tag } from '../../parts/state.tsx'
import { Tile } from '../../parts/tile.tsx'
import { VirtualList } from '../../parts/virtual-list.tsx'
import { Failure } from '../../kernel/failure.ts'
import { useTexts } from '../../texts/speech.ts'
import { partsTexts } from './texts.ts'
import './parts.css'

const NAMES = Object.keys(ICONS) as IconName[]
const SHAPES = Object.keys(MARKS) as MarkName[]
const HOUR = 3_600_000
const MANY = Array.from({ length: 2_000 }, (_, at) => String(at + 1))

/** Every part in every state, to look at while it is built. Not in what a hotel runs. */
export default function PartsPage() {
  const said = useTexts(partsTexts)
  return (
    <div className="gallery">
      <h1>{said.title}</h1>
      <Drawings />
      <Controls />
      <Tiles />
      <Lists />
    </div>
  )
}

const Drawings = () => (
  <>
    <section>
      {STATES.map((state) => (
        <State key={state} state={state} mark="tick">
          {state}
        </State>
      ))}
    </section>
    <section className="s-good">
      {SHAPES.map((name) => (
        <Mark key={name} name={name} />
      ))}
    </section>
    <section>
      {NAMES.map((name) => (
        <Icon key={name} name={name} />
      ))}
    </section>
  </>
)

function Controls() {
  const said = useTexts(partsTexts)
  const [choice, setChoice] = useState<'one' | 'two'>('one')
  const [isAsking, setAsking] = useState(false)
  return (
    <section>
      <Button look="main" onClick={() => setAsking(true)}>
        {said.main}
      </Button>
      <Button>{said.plain}</Button>
      <Button look="danger">{said.danger}</Button>
      <Button look="quiet">{said.quiet}</Button>
      <Button disabled>{said.disabled}</Button>
      <Chip on>{said.chip}</Chip>
      <Chip on={false}>{said.chip}</Chip>
      <Key>{said.key}</Key>
      <Tag state="again">{said.tag}</Tag>
      <Tick>{said.tick}</Tick>
      <Choice
        label={said.choice}
        value={choice}
        onChoose={setChoice}
        options={[
          { value: 'one', word: said.plain },
          { value: 'two', word: said.quiet },
        ]}
      />
      <Field label={said.field} hint={said.hint} />
      <Field label={said.field} wrong={said.wrong} />
      {isAsking ? (
        <Confirm
          title={said.question}
          deed={said.danger}
          isDangerous
          onYes={() => setAsking(false)}
          onNo={() => setAsking(false)}
        />
      ) : null}
    </section>
  )
}

function Tiles() {
  const said = useTexts(partsTexts)
  const now = useClock().now()
  return (
    <section className="tiles" role="grid" aria-label={said.title}>
      <div role="row">
        {STATES.map((state, at) => (
          <Tile
            key={state}
            id={state}
            room={String(301 + at)}
            state={state}
            mark={SHAPES[at] ?? 'tick'}
            word={said.plain}
            since={now - at * HOUR}
            lateAfter={4 * HOUR}
            marks={[{ icon: 'bed', word: said.tag }]}
            isSelected={at === 2}
            isHeld={at === 4}
            onPick={() => {}}
          />
        ))}
      </div>
    </section>
  )
}

function Lists() {
  const said = useTexts(partsTexts)
  return (
    <>
      <Skeleton rows={3} />
      <Empty>{said.empty}</Empty>
      <Trouble error={new Failure('unreachable')} onRetry={() => {}} />
      <div className="long">
        <VirtualList label={said.title} items={MANY} keyOf={(one) => one} heightOf={() => 36}>
          {(one) => (
            <Row state="waits" columns="208px 1fr">
              <Tape mark="waits">{one}</Tape>
              <Cell>{said.plain}</Cell>
            </Row>
          )}
        </VirtualList>
      </div>
    </>
  )
}
