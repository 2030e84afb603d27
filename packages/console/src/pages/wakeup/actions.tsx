import { useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { instantOf } from '../../kernel/clock.ts'
import { repeats } from '../../live/call-deeds.ts'
import { mayChange, useDesk, useSession } from '../../live/desk.ts'
import { useCallDeeds } from '../../live/use-call-deeds.ts'
import { Button, Key } from '../../parts/button.tsx'
import { MarkDialog } from '../../parts/mark-dialog.tsx'
import { usePageKeys } from '../../parts/page-keys.ts'
import { printPaper } from '../../parts/print-paper.ts'
import { useToast } from '../../parts/toasts.tsx'
import { callTexts } from '../../texts/calls.ts'
import { useFormat, useLanguage, useTexts } from '../../texts/speech.ts'
import type { Language } from '../../texts/table.ts'
import { TimeDialog } from './time-dialog.tsx'
import { wakeupTexts } from './texts.ts'
import type { Story } from './use-dossier.ts'

const PENDING = 0

/** The server's own page for the printer. */
export const dossierAddress = (id: string, language: Language) =>
  `/rest/wakeup/${encodeURIComponent(id)}/dossier?language=${language}`

interface ActionsProps {
  readonly id: string
  readonly story: Story
}

/** What can be done about a call; nothing on a screen that only shows. */
export function Actions({ id, story }: ActionsProps) {
  const session = useSession()
  const { house } = useDesk()
  const [asking, setAsking] = useState<'nothing' | 'mark' | 'time'>('nothing')
  const said = useTexts(wakeupTexts)
  const words = useTexts(callTexts)
  const language = useLanguage()
  const mayAct = mayChange(session)
  const isThere = story.whole !== null
  const { record, removed } = story.dossier
  // Whoever is to be woken later is not rung now, by a slip; a call that is gone is set again instead.
  const isDue = instantOf(record.scheduled) <= house.clock.now()
  // The sheet is the server's, whichever way somebody prints: the page itself is no dossier.
  const print = () => printPaper(dossierAddress(id, language))
  usePageKeys([
    { key: 'p', what: said.print, deed: 'print', asks: true, act: print },
    { key: 'Ctrl+p', what: said.print, asks: true, act: print },
    ...(mayAct && isThere
      ? [
          {
            key: 'e',
            what: words.mark,
            deed: 'alarm-clock' as const,
            asks: true,
            act: () => setAsking('mark'),
          },
        ]
      : []),
  ])
  if (!mayAct || (removed !== null && isDue)) return null
  return (
    <footer className="actions no-print">
      {removed === null && isDue ? <RingAgain of={record} /> : null}
      {removed !== null && !isDue ? <Restoring id={id} /> : null}
      {isThere ? (
        <Button asks onClick={() => setAsking('mark')}>
          {words.mark} <Key>e</Key>
        </Button>
      ) : null}
      {story.whole?.status === PENDING ? (
        <>
          <Button asks onClick={() => setAsking('time')}>
            {said.changeTime}
          </Button>
          <Cancelling key={story.whole.id} call={story.whole} />
        </>
      ) : null}
      {asking === 'mark' ? <Marking story={story} id={id} onClose={() => setAsking('nothing')} /> : null}
      {asking === 'time' && story.whole !== null ? (
        <Retiming call={story.whole} onClose={() => setAsking('nothing')} />
      ) : null}
    </footer>
  )
}

interface RingAgainProps {
  readonly of: Story['dossier']['record']
}

function RingAgain({ of }: RingAgainProps) {
  const words = useTexts(callTexts)
  const deeds = useCallDeeds()
  const toast = useToast()
  const [isRinging, setRinging] = useState(false)
  return (
    <Button
      look="main"
      icon="phone"
      asks
      disabled={isRinging}
      onClick={() => {
        setRinging(true)
        void deeds
          .ringNow(of)
          .then(() => toast.say(words.rings), toast.failure)
          .finally(() => setRinging(false))
      }}
    >
      {words.ringNow}
    </Button>
  )
}

/** A call that was cancelled and is still to come. */
function Restoring({ id }: Pick<ActionsProps, 'id'>) {
  const said = useTexts(wakeupTexts)
  const words = useTexts(callTexts)
  const deeds = useCallDeeds()
  const toast = useToast()
  const restore = () => void deeds.restore([id]).then(() => toast.say(words.restored(1)), toast.failure)
  return (
    <Button asks onClick={restore}>
      {said.restore}
    </Button>
  )
}

interface CancellingProps {
  readonly call: NonNullable<Story['whole']>
}

/** One day of a series, or all of it; both say which. What was cancelled can be taken back. */
function Cancelling({ call }: CancellingProps) {
  const said = useTexts(wakeupTexts)
  const words = useTexts(callTexts)
  const format = useFormat()
  const deeds = useCallDeeds()
  const toast = useToast()
  const isSeries = repeats(call)
  const day = format.day(instantOf(call.scheduled))
  const undo = () => void deeds.restore([call.id]).then(() => toast.say(words.restored(1)), toast.failure)
  const cancel = () =>
    void deeds
      .cancel([call.id])
      .then(() => toast.say(words.cancelled(1), { word: words.undo, act: undo, asks: true }), toast.failure)
  // Beside what was done no button for the next day comes under the pointer.
  const [left, setLeft] = useState('')
  const ringAnyway = async () => {
    await deeds.ringAnyway([call])
    setLeft('')
    toast.say(words.restored(1))
  }
  const skip = () => {
    setLeft(day)
    void deeds
      .skipDays([call])
      .then(() =>
        toast.say(words.skipped(day), {
          word: words.undo,
          act: () => void ringAnyway().catch(toast.failure),
          asks: true,
        }),
      )
      .catch((error: unknown) => {
        setLeft('')
        toast.failure(error)
      })
  }
  return (
    <>
      {isSeries ? (
        <Button asks disabled={left !== ''} onClick={skip}>
          {left === '' ? said.skip(day) : words.skipped(left)}
        </Button>
      ) : null}
      <Button asks onClick={cancel}>
        {isSeries ? said.cancelSeries : said.cancelOne}
      </Button>
    </>
  )
}

const NO_RESULT = -1

function Marking({ id, story, onClose }: ActionsProps & { readonly onClose: () => void }) {
  const deeds = useCallDeeds()
  const toast = useToast()
  const { machineResult } = story.dossier
  return (
    <MarkDialog
      count={1}
      overwrites={machineResult !== null && machineResult !== NO_RESULT}
      onClose={onClose}
      onMark={(result, reason) => {
        onClose()
        void deeds.mark([id], result, reason).catch(toast.failure)
      }}
    />
  )
}

interface RetimingProps {
  readonly call: NonNullable<Story['whole']>
  readonly onClose: () => void
}

/** Another time is another call: its story goes on there. */
function Retiming({ call, onClose }: RetimingProps) {
  const said = useTexts(wakeupTexts)
  const format = useFormat()
  const deeds = useCallDeeds()
  const toast = useToast()
  const [address, go] = useLocation()
  const [, setQuery] = useSearchParams()
  const show = (id: string) => {
    if (address.startsWith('/wakeup/')) return go(`/wakeup/${id}`, { replace: true })
    // In a panel: what the page beside it looks at stays in the address.
    setQuery(
      (query) => {
        query.set('call', id)
        return query
      },
      { replace: true },
    )
  }
  const move = async (date: string, time: string) => {
    const { id, scheduled } = await deeds.reschedule(call.id, date, time)
    toast.say(said.movedTo(format.time(instantOf(scheduled))))
    show(id)
  }
  return (
    <TimeDialog
      scheduled={call.scheduled}
      onClose={onClose}
      onTime={(date, time) => {
        onClose()
        void move(date, time).catch(toast.failure)
      }}
    />
  )
}
