import type { ReactNode } from 'react'
import { asFailure, type Failure } from '../kernel/failure.ts'
import { commonTexts } from '../texts/common.ts'
import { failureTexts, failureWords } from '../texts/failures.ts'
import { useFormat, useTexts } from '../texts/speech.ts'
import { Button } from './button.tsx'
import { CopySign } from './copy-button.tsx'
import { Mark } from './icon.tsx'

/** Nothing there: one sentence, and what to do next. */
export const Empty = ({ children }: { readonly children: ReactNode }) => (
  <div className="nothing">{children}</div>
)

interface SkeletonProps {
  readonly rows: number
  readonly kind?: 'rows' | 'tiles' | 'form' | 'plot'
}

/** Not there yet: the page's own shape, after 150 ms. */
export function Skeleton({ rows, kind = 'rows' }: SkeletonProps) {
  const { loading } = useTexts(commonTexts)
  return (
    <div className={`skeleton of-${kind}`} role="status" aria-label={loading}>
      {Array.from({ length: rows }, (_, at) => (
        <i key={at} />
      ))}
    </div>
  )
}

interface NotReadProps extends SkeletonProps, Pick<TroubleProps, 'isWhole'> {
  readonly are: 'unread' | Failure
  readonly onRetry: () => void
}

/** A list that nobody has read: it is on its way, or could not be had. That it is empty is not said of it. */
export const NotRead = ({ are, onRetry, isWhole = false, ...shape }: NotReadProps) =>
  are === 'unread' ? <Skeleton {...shape} /> : <Trouble error={are} onRetry={onRetry} isWhole={isWhole} />

interface TroubleProps {
  readonly error: unknown
  readonly onRetry?: () => void
  /** It is all that is on the page. */
  readonly isWhole?: boolean
  /** In place of the words for it. */
  readonly heading?: string
  /** What else there is to say. */
  readonly children?: ReactNode
}

/** Nothing to be had: what failed in words, and the reference to copy. */
export function Trouble({ error, onRetry, isWhole = false, heading, children }: TroubleProps) {
  const Heading = isWhole ? 'h1' : 'h2'
  const { copy, retry, reference } = useTexts(commonTexts)
  const { count } = useFormat()
  const said = useTexts(failureTexts)
  const failure = asFailure(error)
  const sentence = failure.told?.description ?? ''
  return (
    <div className="trouble s-bad" role="alert">
      <Mark name="failed" size="large" />
      <Heading>{heading ?? failureWords(failure, said, count)}</Heading>
      {sentence === '' ? null : <p lang="en">{sentence}</p>}
      {failure.told === null ? null : (
        <p>
          {reference} <code>{failure.told.reference}</code>{' '}
          <CopySign what={`${copy}: ${reference}`} text={failure.told.reference} />
        </p>
      )}
      {children}
      {onRetry === undefined ? null : (
        <div className="buttons">
          <Button icon="refresh" onClick={onRetry}>
            {retry}
          </Button>
        </div>
      )}
    </div>
  )
}
