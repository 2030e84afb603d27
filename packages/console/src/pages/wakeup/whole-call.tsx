import { Actions } from './actions.tsx'
import { CallHead, CallStory, WhoAsked } from './dossier.tsx'
import { Links } from './links.tsx'
import { RungAgain } from './rung-again.tsx'
import type { Story } from './use-dossier.ts'

interface WholeCallProps {
  readonly id: string
  readonly story: Story
  /** Whether it can be opened as a page from here. */
  readonly hasPage: boolean
}

/** All that is known of a call, and what can be done about it: beside a page, and as one. */
export const WholeCall = ({ id, story, hasPage }: WholeCallProps) => (
  <>
    <header>
      <div className="head-line">
        <CallHead story={story} />
        <Links id={id} hasPage={hasPage} />
      </div>
      <WhoAsked story={story} />
    </header>
    <div className="body">
      <RungAgain story={story} />
      <CallStory story={story} />
    </div>
    <Actions id={id} story={story} />
  </>
)
