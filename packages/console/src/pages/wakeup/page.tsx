import { Link, useLocation } from 'wouter'
import { readPart } from '../../kernel/address.ts'
import { shellTexts } from '../../texts/shell.ts'
import { useTexts } from '../../texts/speech.ts'
import { Icon } from '../../parts/icon.tsx'
import { NoStory } from './no-story.tsx'
import { wakeupTexts } from './texts.ts'
import { useStory } from './use-dossier.ts'
import { WholeCall } from './whole-call.tsx'
import './wakeup.css'

/** The same as a page of its own: what a link in a mail leads to. */
export default function WakeupPage() {
  const said = useTexts(shellTexts)
  const { toToday } = useTexts(wakeupTexts)
  const [address] = useLocation()
  const id = readPart(address.split('/')[2] ?? '')
  return (
    <article className="dossier">
      <h1 className="heard-only">{said.wakeup}</h1>
      <Link href="/today" className="back no-print">
        <Icon name="left" size="small" />
        {toToday}
      </Link>
      <Whole key={id} id={id} />
    </article>
  )
}

function Whole({ id }: { readonly id: string }) {
  const { data, error, refetch } = useStory(id)
  if (data === undefined) return <NoStory error={error} onRetry={() => void refetch()} />
  return <WholeCall id={id} story={data} hasPage={false} />
}
