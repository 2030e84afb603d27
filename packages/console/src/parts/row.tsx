import type { ReactNode } from 'react'
import type { MarkName, StateName } from '../look/icons.ts'
import { Mark } from './icon.tsx'

interface RowProps {
  readonly state: StateName
  /** Somebody may have to act: it is larger. */
  readonly isActive?: boolean
  readonly columns: string
  readonly children: ReactNode
}

/** A line of a list. The state colours its tape; see `Tape`. */
export const Row = ({ state, isActive = false, columns, children }: RowProps) => (
  <div
    className={`row s-${state}${isActive ? ' act' : ''}`}
    role="row"
    style={{ gridTemplateColumns: columns }}
  >
    {children}
  </div>
)

export const Tape = ({ mark, children }: { readonly mark: MarkName; readonly children: ReactNode }) => (
  <span className="tape" role="cell">
    <Mark name={mark} />
    {children}
  </span>
)

export const Cell = ({
  className,
  children,
}: {
  readonly className?: string
  readonly children: ReactNode
}) => (
  <span className={className} role="cell">
    {children}
  </span>
)
