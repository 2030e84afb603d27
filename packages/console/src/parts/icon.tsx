import { ICONS, type IconName, MARKS, type MarkName, type Shape } from '../look/icons.ts'

const SHAPE_CLASS = { solid: 'solid-part', cut: 'cut-out', line: '' } as const

const drawn = ({ as, d }: Shape) => `<path d="${d}" class="${SHAPE_CLASS[as]}"/>`
const symbol = (id: string, shapes: readonly Shape[]) =>
  `<symbol id="${id}" viewBox="0 0 24 24">${shapes.map(drawn).join('')}</symbol>`

/** Ours alone, and the same for ever: as text it takes a browser a tenth of what a part for each would. */
const DRAWINGS = {
  __html: [
    ...Object.entries(ICONS).map(([name, d]) => symbol(`icon-${name}`, [{ as: 'line', d }])),
    ...Object.entries<readonly Shape[]>(MARKS).map(([name, shapes]) => symbol(`mark-${name}`, shapes)),
  ].join(''),
}

/** All drawings, once a page: what shows one only points to it, so that two thousand tiles stay light. */
export const Sprite = () => <svg className="drawings" aria-hidden="true" dangerouslySetInnerHTML={DRAWINGS} />

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
