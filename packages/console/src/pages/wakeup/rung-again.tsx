import type { WholeWakeup } from '@reveille/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { instantOf } from '../../kernel/clock.ts'
import { useDesk } from '../../live/desk.ts'
import { Icon } from '../../parts/icon.tsx'
import { againIn } from '../../texts/again.ts'
import { useFormat, useTexts } from '../../texts/speech.ts'
import { asSentence } from '../../texts/outcomes.ts'
import { wakeupTexts } from './texts.ts'
import type { Story } from './use-dossier.ts'

/** A call that did not wake its guest leads to the one by which the room was rung again, and that one back to it. */
export function RungAgain({ story: { whole } }: { readonly story: Story }) {
  const said = useTexts(wakeupTexts)
  const format = useFormat()
  const before = useBefore(whole)
  const timeOf = (moment: string) => format.time(instantOf(moment))
  return (
    <>
      {whole?.again === undefined || whole.againAt === undefined ? null : (
        <Other id={whole.again}>
          {asSentence(againIn(format.language, whole.againResult ?? NO_RESULT, timeOf(whole.againAt)))}
        </Other>
      )}
      {before === undefined ? null : <Other id={before.id}>{said.ringsFor(timeOf(before.scheduled))}</Other>}
    </>
  )
}

const Other = ({ id, children }: { readonly id: string; readonly children: string }) => (
  <p className="asked rung-again">
    <Icon name="phone" size="small" /> <Link href={`/wakeup/${encodeURIComponent(id)}`}>{children}</Link>
  </p>
)

const NO_RESULT = -1
/** As the server counts it: what was asked for longer ahead is a wish of its own. */
const [SOON_MS, AGAIN_WITHIN_MS] = [3_600_000, 8 * 3_600_000]

/** The call of the room that this one was rung again for. */
function useBefore(whole: WholeWakeup | null): WholeWakeup | undefined {
  const { client } = useDesk()
  const format = useFormat()
  const [due, asked] = [instantOf(whole?.scheduled ?? ''), instantOf(whole?.created ?? '')]
  const hotelMinute = (at: number) => {
    const [minute, two] = [format.minute(at), (value: number) => String(value).padStart(2, '0')]
    return `${format.date(at).replaceAll('-', '')}${two(Math.floor(minute / 60))}${two(minute % 60)}`
  }
  const { data } = useQuery({
    queryKey: ['rung-again', whole?.id],
    enabled: whole !== null && due - asked <= SOON_MS,
    queryFn: ({ signal }) => {
      const span = { start: hotelMinute(due - AGAIN_WITHIN_MS), end: hotelMinute(due + SOON_MS) }
      const { room = '', tenant = '' } = whole ?? {}
      return client.call('wakeup.list', { query: { ...span, room, tenant } }, { signal })
    },
  })
  return data?.wakeups.find(({ again }) => again === whole?.id)
}
