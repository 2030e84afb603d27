import { callTexts } from '../texts/calls.ts'
import { commonTexts } from '../texts/common.ts'
import { useTexts } from '../texts/speech.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface CancelSeriesProps {
  readonly count: number
  readonly onClose: () => void
  readonly onSkip: () => void
  readonly onEnd: () => void
}

/** A series asks which: its next day, or all of it. */
export function CancelSeries({ count, onClose, onSkip, onEnd }: CancelSeriesProps) {
  const said = useTexts(callTexts)
  const { cancel } = useTexts(commonTexts)
  return (
    <Dialog title={said.seriesTitle(count)} onClose={onClose}>
      <div className="stack">
        <p>{said.seriesBody}</p>
        <div className="buttons end">
          <Button onClick={onClose}>{cancel}</Button>
          <Button look="danger" asks onClick={onEnd}>
            {said.wholeSeries}
          </Button>
          <Button look="main" asks onClick={onSkip} data-autofocus>
            {said.onlyNext}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
