import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { useWhyNot } from './why-not.ts'

interface PaperLinkProps {
  readonly href: string
  /** What is printed. */
  readonly what: string
}

/** A page of the server, made for the printer; while nobody would answer, it leads nowhere and says why. */
export function PaperLink({ href, what }: PaperLinkProps) {
  if (useWhyNot() !== undefined) return <Button look="quiet" icon="print" asks aria-label={what} />
  return (
    <a className="button quiet" href={href} target="_blank" rel="noreferrer" aria-label={what} title={what}>
      <Icon name="print" size="small" />
    </a>
  )
}
