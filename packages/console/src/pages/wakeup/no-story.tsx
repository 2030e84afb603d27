import { asFailure } from '../../kernel/failure.ts'
import { Empty, Skeleton, Trouble } from '../../parts/nothing.tsx'
import { useTexts } from '../../texts/speech.ts'
import { wakeupTexts } from './texts.ts'

const GONE = 404

interface NoStoryProps {
  readonly error: Error | null
  readonly onRetry: () => void
}

/** Not there yet, gone without a trace, or not to be had. */
export function NoStory({ error, onRetry }: NoStoryProps) {
  const said = useTexts(wakeupTexts)
  if (error === null) return <Skeleton rows={8} />
  return asFailure(error).told?.status === GONE ? (
    <Empty>{said.gone}</Empty>
  ) : (
    <Trouble error={error} onRetry={onRetry} />
  )
}
