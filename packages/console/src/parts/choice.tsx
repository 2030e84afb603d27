import { type ReactNode, useId } from 'react'

interface ChoiceProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly options: readonly { readonly value: T; readonly word: ReactNode; readonly lang?: string }[]
  readonly onChoose: (value: T) => void
}

/** One of a few, all of them in sight. */
export function Choice<T extends string>({ label, value, options, onChoose }: ChoiceProps<T>) {
  const name = useId()
  return (
    <fieldset className="choice">
      <legend>{label}</legend>
      <div>
        {options.map((one) => (
          <label key={one.value} lang={one.lang}>
            <input
              type="radio"
              name={name}
              checked={one.value === value}
              onChange={() => onChoose(one.value)}
            />
            <span>{one.word}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
