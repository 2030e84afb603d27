import { useDesk } from '../live/desk.ts'
import type { Link } from '../live/link.ts'
import { useWatched } from '../live/use.ts'
import { useNow } from '../parts/now.ts'
import { shellTexts } from '../texts/shell.ts'
import { useFormat, useTexts } from '../texts/speech.ts'

const SECOND = 1_000

/** Whether what stands on the page is true now, in words. */
export function LinkSign() {
  const { house, reports, baskets } = useDesk()
  const link = useWatched(house.link)
  const held = useWatched(baskets.receipts).filter(({ state }) => state === 'held').length
  const waiting = useWatched(reports.waiting) + held
  return (
    <>
      {waiting === 0 ? null : <Waiting count={waiting} />}
      <span className={`link ${link.state}`} role="status">
        <LinkWords link={link} />
      </span>
    </>
  )
}

/** A phone has room for the number alone. */
function Waiting({ count }: { readonly count: number }) {
  const said = useTexts(shellTexts)
  return (
    <span className="waiting">
      <b aria-hidden="true">{count}</b>
      <span>{said.waiting(count)}</span>
    </span>
  )
}

function LinkWords({ link }: { readonly link: Link }) {
  const said = useTexts(shellTexts)
  switch (link.state) {
    case 'live':
      return said.live
    case 'catching-up':
      return said.catchingUp
    case 'closed':
    case 'opening':
      return said.opening
    case 'crowded':
      return said.crowded
    case 'stale':
    case 'offline':
      return <Silence link={link} />
  }
}

function Silence({ link: { state, heardAt } }: { readonly link: Link }) {
  const said = useTexts(shellTexts)
  const { count } = useFormat()
  const now = useNow(SECOND)
  if (heardAt === null) return said.offlineSince
  const shown = count(now - heardAt)
  // The seconds are for the eye: nobody wants them read aloud.
  return (
    <>
      <span aria-hidden="true">{state === 'stale' ? said.stale(shown) : said.offline(shown)}</span>
      <span className="heard-only">{said.offlineSince}</span>
    </>
  )
}
