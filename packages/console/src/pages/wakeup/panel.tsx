import { useFormat, useTexts } from '../../texts/speech.ts'
import { instantOf } from '../../kernel/clock.ts'
import { type PanelProps, PanelFrame } from '../../parts/panel.tsx'
import { Actions } from './actions.tsx'
import { Body, CallHead, WhoAsked } from './dossier.tsx'
import { Links } from './links.tsx'
import { NoStory } from './no-story.tsx'
import { wakeupTexts } from './texts.ts'
import { useStory } from './use-dossier.ts'
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
        <>
          <header>
            <div className="head-line">
              <CallHead story={data} />
              <Links id={id} hasPage />
            </div>
            <WhoAsked story={data} />
          </header>
          <div className="body">
            <Body story={data} />
          </div>
          <Actions id={id} story={data} />
        </>
      )}
    </PanelFrame>
  )
}
