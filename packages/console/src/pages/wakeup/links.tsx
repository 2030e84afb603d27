import { Link } from 'wouter'
import { Icon } from '../../parts/icon.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useLanguage, useTexts } from '../../texts/speech.ts'
import { dossierAddress } from './actions.tsx'
import { wakeupTexts } from './texts.ts'

/** Paper, a link for a mail, and the page of its own. */
export function Links({ id, hasPage }: { readonly id: string; readonly hasPage: boolean }) {
  const said = useTexts(wakeupTexts)
  const toast = useToast()
  const language = useLanguage()
  const copy = () =>
    void navigator.clipboard
      .writeText(new URL(`/wakeup/${encodeURIComponent(id)}`, location.href).href)
      .then(() => toast.say(said.copied), toast.failure)
  return (
    <span className="links no-print">
      <a
        className="button quiet"
        href={dossierAddress(id, language)}
        target="_blank"
        rel="noreferrer"
        aria-label={said.print}
        title={said.print}
      >
        <Icon name="print" />
      </a>
      <button
        type="button"
        className="button quiet"
        onClick={copy}
        aria-label={said.copyLink}
        title={said.copyLink}
      >
        <Icon name="link" />
      </button>
      {hasPage ? (
        <Link
          className="button quiet"
          href={`/wakeup/${encodeURIComponent(id)}`}
          aria-label={said.openPage}
          title={said.openPage}
        >
          <Icon name="open" />
        </Link>
      ) : null}
    </span>
  )
}
