import { useId } from 'react'

interface SelectProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly options: readonly { readonly value: T; readonly word: string }[]
  readonly onChoose: (value: T) => void
}

/** One of many, by the browser's own list: it works with every finger and every reader. */
export function Select<T extends string>({ label, value, options, onChoose }: SelectProps<T>) {
  const id = useId()
  return (
    <span className="select">
      <label htmlFor={id} className="heard-only">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={({ target }) => {
          const chosen = options.find((one) => one.value === target.value)
          if (chosen !== undefined) onChoose(chosen.value)
        }}
      >
        {options.map((one) => (
          <option key={one.value} value={one.value}>
            {one.word}
          </option>
        ))}
      </select>
    </span>
  )
}
