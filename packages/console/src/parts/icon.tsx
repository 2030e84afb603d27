import { ICONS, type IconName, MARKS, type MarkName, type Shape } from '../look/icons.ts'

interface IconProps {
  readonly name: IconName
  readonly size?: 'small' | 'tiny' | undefined
  readonly solid?: boolean
}

/** Each is drawn where it stands: one that points to a drawing elsewhere is two elements more to a browser. */
export const Icon = ({ name, size, solid = false }: IconProps) => (
  <svg
    className={['icon', size, solid && 'solid'].filter(Boolean).join(' ')}
    viewBox="0 0 24 24"
    aria-hidden="true"
  >
    <path d={ICONS[name]} />
  </svg>
)

const SHAPE_CLASS = { solid: 'solid-part', cut: 'cut-out', line: undefined } as const

interface MarkProps {
  readonly name: MarkName
  readonly size?: 'tiny' | 'large'
}

/** The shape of a state; its colour comes from the state around it. */
export const Mark = ({ name, size }: MarkProps) => (
  <svg className={size === undefined ? 'mark' : `mark ${size}`} viewBox="0 0 24 24" aria-hidden="true">
    {MARKS[name].map(({ as, d }: Shape) => (
      <path key={d} d={d} className={SHAPE_CLASS[as]} />
    ))}
  </svg>
)
