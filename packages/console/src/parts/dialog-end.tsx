import { commonTexts } from '../texts/common.ts'
import { useTexts } from '../texts/speech.ts'
import { Button } from './button.tsx'

interface DialogEndProps {
  /** What is done, by its name. */
  readonly deed: string
  readonly look?: 'main' | 'danger'
  readonly isReady?: boolean
  /** What is still to be done before, said below the form. */
  readonly why?: string | null
  /** The server was asked, and has not answered yet. */
  readonly isBusy?: boolean
  readonly onClose: () => void
}

/** How the form of a dialog ends: by leaving it, or by what it asks of the server. */
export function DialogEnd({
  deed,
  look = 'main',
  isReady = true,
  why,
  isBusy = false,
  onClose,
}: DialogEndProps) {
  const { cancel } = useTexts(commonTexts)
  return (
    <>
      {why == null ? null : (
        <p className="second end-why" role="status">
          {why}
        </p>
      )}
      <div className="buttons end">
        <Button onClick={onClose}>{cancel}</Button>
        <Button type="submit" look={look} asks disabled={!isReady} aria-busy={isBusy}>
          {deed}
        </Button>
      </div>
    </>
  )
}
