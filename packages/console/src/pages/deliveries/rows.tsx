import type { DeliveryRecord } from '@reveille/contract'
import { Link } from 'wouter'
import { deedsFor, type DeliveryFilter, fareOf, type Group } from '../../hotel/delivery.ts'
import { answerIn } from '../../hotel/lane-fare.ts'
import { instantOf } from '../../kernel/clock.ts'
import { useWhoseRoom } from '../../live/desk.ts'
import { Button } from '../../parts/button.tsx'
import { Mark } from '../../parts/icon.tsx'
import { Skeleton, Trouble } from '../../parts/nothing.tsx'
import { useNow } from '../../parts/now.ts'
import { commonTexts } from '../../texts/common.ts'
import { noteWords } from '../../texts/delivery-notes.ts'
import { useFormat, useLanguage, useTexts } from '../../texts/speech.ts'
import { Deeds, useMayAct } from './deeds.tsx'
import { DELIVERY_LOOK, UNKNOWN_LOOK } from '../../look/delivery-looks.ts'
import { deliveryTexts } from './texts.ts'
import type { Traced } from './use-address.ts'
import { useGoesOn, useGroup } from './use-deliveries.ts'
import { Opened } from './wire.tsx'

export interface Picking {
  readonly open: string | null
  readonly setOpen: (id: string | null) => void
  readonly chosen: ReadonlySet<string>
  readonly choose: (delivery: DeliveryRecord) => void
  readonly onTrace: (traced: Traced) => void
}

interface GroupProps extends Picking {
  readonly group: Group
  readonly filter: DeliveryFilter
  /** What stands there when there is none. */
  readonly nothing: string
}

/** All deliveries of a group, as far as they were asked for. */
export function GroupOf({ group, filter, nothing, ...picking }: GroupProps) {
  const { showMore } = useTexts(commonTexts)
  const { data, error, refetch, hasNextPage, fetchNextPage } = useGroup(group, filter)
  if (error !== null) return <Trouble error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton rows={3} />
  const all = data.pages.flatMap(({ answer }) => answer.deliveries)
  if (all.length === 0) return nothing === '' ? null : <p className="nothing">{nothing}</p>
  return (
    <>
      <ul className="deliveries">
        {all.map((one) => (
          <DeliveryLine key={one.id} delivery={one} {...picking} />
        ))}
      </ul>
      {hasNextPage ? (
        <Button asks onClick={() => void fetchNextPage()}>
          {showMore}
        </Button>
      ) : null}
    </>
  )
}

function DeliveryLine({ delivery, ...picking }: { readonly delivery: DeliveryRecord } & Picking) {
  const said = useTexts(deliveryTexts)
  const { open, setOpen, chosen, choose, onTrace } = picking
  const { id, room, summary, posting, destination } = delivery
  const isOpen = open === id
  const whose = useWhoseRoom(delivery)
  const told = [whose, summary].filter((one) => one !== '').join(' · ')
  const fare = fareOf(delivery)
  const look = DELIVERY_LOOK[fare] ?? UNKNOWN_LOOK
  return (
    <li className={isOpen ? 'opened' : undefined}>
      <div className={`delivery s-${look.state}`}>
        <Chooser delivery={delivery} isChosen={chosen.has(id)} choose={choose} />
        <button
          type="button"
          className="opens"
          aria-expanded={isOpen}
          onClick={() => setOpen(isOpen ? null : id)}
        >
          <span className="tape">
            <Mark name={look.mark} />
            <StateWord state={fare} />
          </span>
          <When delivery={delivery} />
          <span className="number">{room}</span>
          <span className="cut" title={told}>
            {told}
          </span>
          <span className="second cut">
            {posting === null ? said.to(destination) : said.toPosting(destination, posting)}
          </span>
          <Why delivery={delivery} />
        </button>
        <Deeds delivery={delivery} />
      </div>
      {isOpen ? (
        <Opened delivery={delivery}>
          {posting === null ? null : (
            <TraceButton name={destination} tenant={delivery.owner} onTrace={onTrace} />
          )}
          <Link className="button quiet" href={`/delivery/${id}`}>
            {said.ownPage}
          </Link>
        </Opened>
      ) : null}
    </li>
  )
}

function TraceButton({ name, tenant, onTrace }: Traced & Pick<Picking, 'onTrace'>) {
  const said = useTexts(deliveryTexts)
  return useMayAct() ? <Button onClick={() => onTrace({ name, tenant })}>{said.linkTrace}</Button> : null
}

interface ChooserProps extends Pick<Picking, 'choose'> {
  readonly delivery: DeliveryRecord
  readonly isChosen: boolean
}

function Chooser({ delivery, isChosen, choose }: ChooserProps) {
  const said = useTexts(deliveryTexts)
  if (!useMayAct()) return <span />
  if (delivery.state === 'delivered' || deedsFor(delivery).length === 0) return <span className="chooser" />
  return (
    <label className="chooser tick">
      <input type="checkbox" checked={isChosen} onChange={() => choose(delivery)} />
      <span className="heard-only">{said.select(`${delivery.room} ${delivery.summary}`)}</span>
    </label>
  )
}

export function StateWord({ state }: { readonly state: string }) {
  const said = useTexts(deliveryTexts)
  const words: Readonly<Record<string, string>> = {
    uncertain: said.uncertain,
    refused: said.refused,
    waiting: said.waiting,
    sending: said.sending,
    dead: said.dead,
    takenBack: said.takenBack,
    delivered: said.delivered,
  }
  return words[state] ?? state
}

/** The time; of another day, that too. */
function When({ delivery }: { readonly delivery: DeliveryRecord }) {
  const format = useFormat()
  const now = useNow(60_000)
  const at = instantOf(delivery.created)
  return (
    <span className="when" title={format.exact(at)}>
      {format.time(at)}
      {format.date(at) === format.date(now) ? null : <small className="second">{format.day(at)}</small>}
    </span>
  )
}

/** When one that waits goes. */
const GoesOn = ({ delivery }: { readonly delivery: DeliveryRecord }) => <span>{useGoesOn(delivery)}</span>

/** Why it fares so, in as many words as fit: of what waits, first when it goes. */
function Why({ delivery }: { readonly delivery: DeliveryRecord }) {
  const said = useTexts(deliveryTexts)
  const language = useLanguage()
  const { state, note, last, attempts } = delivery
  const isWaiting = state === 'waiting'
  const { text, lang } = noteWords(isWaiting || note === '' ? answerIn(last) : note, language)
  const sent = attempts > 0 && (state === 'uncertain' || isWaiting) ? said.sentTimes(attempts) : ''
  return (
    <span className="second cut why">
      {isWaiting ? <GoesOn delivery={delivery} /> : null}
      {isWaiting && sent !== '' ? `, ${sent}` : null}
      {isWaiting && text !== '' ? ' · ' : null}
      {text === '' ? null : (
        <span lang={lang} title={text}>
          {text}
        </span>
      )}
      {isWaiting || sent === '' ? null : `${text === '' ? '' : ' · '}${sent}`}
    </span>
  )
}
