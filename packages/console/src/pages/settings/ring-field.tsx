import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'

interface RingFieldProps {
  readonly label: string
  /** What its button does. */
  readonly deed: string
  readonly extension: string
  readonly onExtension: (extension: string) => void
  readonly isDisabled: boolean
  readonly isReady: boolean
  readonly onRing: () => void
}

/** Which phone is rung, and the button that rings it. */
export function RingField(props: RingFieldProps) {
  const { label, deed, extension, onExtension, isDisabled, isReady, onRing } = props
  return (
    <div className="row-of">
      <Field
        label={label}
        value={extension}
        inputMode="tel"
        autoComplete="off"
        disabled={isDisabled}
        onChange={({ target }) => onExtension(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // It is a field of its own: the form around it is not meant.
          event.preventDefault()
          if (isReady) onRing()
        }}
      />
      <Button icon="phone" asks disabled={!isReady} onClick={onRing}>
        {deed}
      </Button>
    </div>
  )
}
