import { useFormat, useTexts } from '../../texts/speech.ts'
import { instantOf } from '../../kernel/clock.ts'
import { type PanelProps, PanelFrame } from '../../parts/panel.tsx'
import { NoStory } from './no-story.tsx'
import { wakeupTexts } from './texts.ts'
import { useStory } from './use-dossier.ts'
import { WholeCall } from './whole-call.tsx'
import './wakeup.css'

/** A call, opened beside the page. */
export default function WakeupPanel({ id, onClose }: PanelProps) {
  const said = useTexts(wakeupTexts)
  const format = useFormat()
  const { data, error, refetch } = useStory(id)
  const label =
    data === undefined
      ? said.story
      : said.title(data.dossier.record.room, format.time(instantOf(data.dossier.record.scheduled)))
  return (
    <PanelFrame label={label} onClose={onClose}>
      {data === undefined ? (
        <div className="body">
          <NoStory error={error} onRetry={() => void refetch()} />
        </div>
      ) : (
        <WholeCall id={id} story={data} hasPage />
      )}
    </PanelFrame>
  )
}
