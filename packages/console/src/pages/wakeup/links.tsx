import { Link } from 'wouter'
import { useDesk } from '../../live/desk.ts'
import { useWatched } from '../../live/use.ts'
import { CopySign } from '../../parts/copy-button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { PaperLink } from '../../parts/paper-link.tsx'
import { useLanguage, useTexts } from '../../texts/speech.ts'
import { dossierAddress } from './actions.tsx'
import { wakeupTexts } from './texts.ts'

/** Paper, a link for a mail, and the page of its own. */
export function Links({ id, hasPage }: { readonly id: string; readonly hasPage: boolean }) {
  const said = useTexts(wakeupTexts)
  const language = useLanguage()
  const tenant = useWatched(useDesk().tenant)
  const address = new URL(`/wakeup/${encodeURIComponent(id)}`, location.href)
  if (tenant !== '') address.searchParams.set('tenant', tenant)
  return (
    <span className="links no-print">
      <PaperLink href={dossierAddress(id, language)} what={said.print} />
      <CopySign icon="link" what={said.copyLink} text={address.href} />
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
