import { Key } from './button.tsx'
import { Mark } from './icon.tsx'
import { roomLook } from './room-look.ts'

export interface StatusOption {
  readonly id: string
  readonly word: string
  readonly condition: string
}

interface StatusButtonsProps {
  readonly options: readonly StatusOption[]
  readonly current: string | null
  /** Whether digits choose: then they stand beside the words. */
  readonly hasDigits: boolean
  readonly onChoose: (id: string) => void
}

const DIGITS = 9

/** What can be reported, in the hotel's own words, coloured by what it means. */
export const StatusButtons = ({ options, current, hasDigits, onChoose }: StatusButtonsProps) => (
  <>
    {options.map(({ id, word, condition }, at) => {
      const { state, mark } = roomLook(condition)
      return (
        <button
          key={id}
          type="button"
          className={`status s-${state}`}
          aria-current={id === current ? 'true' : undefined}
          onClick={() => onChoose(id)}
        >
          <Mark name={mark} />
          <span>{word}</span>
          {hasDigits && at < DIGITS ? <Key aria-hidden>{at + 1}</Key> : null}
        </button>
      )
    })}
  </>
)
