import { ICONS, type IconName, MARKS, type MarkName, type Shape } from '../look/icons.ts'

const SHAPE_CLASS = { solid: 'solid-part', cut: 'cut-out', line: undefined } as const

const drawn = ({ as, d }: Shape) => <path key={d} d={d} className={SHAPE_CLASS[as]} />

/** All drawings, once a page: what shows one only points to it, so that two thousand tiles stay light. */
export const Sprite = () => (
  <svg className="heard-only" aria-hidden="true">
    {Object.entries(ICONS).map(([name, d]) => (
      <symbol key={name} id={`icon-${name}`} viewBox="0 0 24 24">
        <path d={d} />
      </symbol>
    ))}
    {Object.entries<readonly Shape[]>(MARKS).map(([name, shapes]) => (
      <symbol key={name} id={`mark-${name}`} viewBox="0 0 24 24">
        {shapes.map(drawn)}
      </symbol>
    ))}
  </svg>
)

interface IconProps {
  readonly name: IconName
  readonly size?: 'small' | 'tiny' | undefined
  readonly solid?: boolean
}

export const Icon = ({ name, size, solid = false }: IconProps) => (
  <svg className={['icon', size, solid && 'solid'].filter(Boolean).join(' ')} aria-hidden="true">
    <use href={`#icon-${name}`} />
  </svg>
)

interface MarkProps {
  readonly name: MarkName
  readonly size?: 'tiny' | 'large'
}

/** The shape of a state; its colour comes from the state around it. */
export const Mark = ({ name, size }: MarkProps) => (
  <svg className={size === undefined ? 'mark' : `mark ${size}`} aria-hidden="true">
    <use href={`#mark-${name}`} />
  </svg>
)
