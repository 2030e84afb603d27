import { type ReactNode, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Drawn only when somebody prints, and then all of it: on paper nothing scrolls. */
export function OnPaper({ children }: { readonly children: () => ReactNode }) {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    return () => {
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinting ? <div className="on-paper">{children()}</div> : null
}

interface PaperHeadProps {
  readonly title: string
  /** Who printed it, and when. */
  readonly by: string
}

export const PaperHead = ({ title, by }: PaperHeadProps) => (
  <>
    <h2>{title}</h2>
    <p className="small">{by}</p>
  </>
)

/** A box to tick. */
export const Box = () => <i className="tick-box" />
