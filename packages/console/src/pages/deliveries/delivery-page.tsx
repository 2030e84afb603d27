import type { DeliveryWire } from '@reveille/contract'
import { Link, useLocation } from 'wouter'
import { fareOf, fieldsIn, signedText } from '../../hotel/delivery.ts'
import { asFailure } from '../../kernel/failure.ts'
import { instantOf } from '../../kernel/clock.ts'
import { useWhoseRoom } from '../../live/desk.ts'
import { Icon } from '../../parts/icon.tsx'
import { Skeleton, Trouble } from '../../parts/nothing.tsx'
import { State } from '../../parts/state.tsx'
import { useFormat, useTexts } from '../../texts/speech.ts'
import { Deeds, useMayAct } from './deeds.tsx'
import { DELIVERY_LOOK, UNKNOWN_LOOK } from '../../look/delivery-looks.ts'
import { StateWord } from './rows.tsx'
import { SignatureCheck } from './signature-check.tsx'
import { deliveryTexts } from './texts.ts'
import { useDeliveryNews, useStory, useWire } from './use-deliveries.ts'
import { Attempts, Bytes, Sentence, WireTools } from './wire.tsx'
import './deliveries.css'

const GONE = 404

/** One message: what it says, every attempt, and the bytes. */
export default function DeliveryPage() {
  const said = useTexts(deliveryTexts)
  const [place] = useLocation()
  const id = place.split('/')[2] ?? ''
  const { data, error, refetch } = useStory(id)
  useDeliveryNews()
  if (error !== null)
    return asFailure(error).told?.status === GONE ? (
      <div className="nothing">
        <h1>{said.gone}</h1>
        <Link className="button" href="/deliveries">
          {said.back}
        </Link>
      </div>
    ) : (
      <Trouble error={error} onRetry={() => void refetch()} />
    )
  if (data === undefined) return <Skeleton rows={8} />
  return <Story story={data} />
}

type Story = NonNullable<ReturnType<typeof useStory>['data']>

function Story({ story }: { readonly story: Story }) {
  const said = useTexts(deliveryTexts)
  const whose = useWhoseRoom(story)
  const fare = fareOf(story)
  const look = DELIVERY_LOOK[fare] ?? UNKNOWN_LOOK
  return (
    <>
      <div className="title">
        <Link className="button quiet no-print" href="/deliveries">
          <Icon name="left" size="small" />
          {said.back}
        </Link>
        <h1>{[story.room, whose, story.summary].filter((one) => one !== '').join(' · ')}</h1>
        <State {...look}>
          <StateWord state={fare} />
        </State>
        <span className="grow" />
        <Deeds delivery={story} />
      </div>
      <div className="inside page">
        <div>
          <Sentence delivery={story} />
          <h2>{said.message}</h2>
          <Facts story={story} />
          <h2>{said.attempts}</h2>
          <Attempts log={story.log} />
        </div>
        <Wire story={story} />
      </div>
    </>
  )
}

function Facts({ story }: { readonly story: Story }) {
  const said = useTexts(deliveryTexts)
  const format = useFormat()
  const facts = [
    [said.lane, story.destination],
    [said.kind, story.kind],
    [said.accepted, format.exact(instantOf(story.created))],
    [said.user, story.user ?? ''],
    [said.number, String(story.posting ?? story.sequence)],
    [said.charge, story.charge ?? ''],
  ].filter(([, value]) => value !== '')
  return (
    <table className="facts-table">
      <tbody>
        {facts.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Wire({ story }: { readonly story: Story }) {
  const said = useTexts(deliveryTexts)
  const { data, error, refetch } = useWire(story.id)
  if (error !== null) return <Trouble error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton rows={6} />
  return (
    <div>
      <h2>{story.attempts === 0 ? said.wireAhead : said.wire}</h2>
      <Bytes wire={data} />
      {data.protocol === 'fias' ? <Fields text={data.text} /> : null}
      <div className="buttons no-print">
        <WireTools wire={data} />
      </div>
      {data.protocol === 'http' ? <Signature receiver={story} wire={data} /> : null}
    </div>
  )
}

interface SignatureProps {
  readonly receiver: Story
  readonly wire: DeliveryWire
}

/** How it is made; for those who may ask, whether theirs is right. */
function Signature({ receiver, wire }: SignatureProps) {
  const said = useTexts(deliveryTexts)
  const signed = signedText(wire)
  const mayAct = useMayAct()
  return (
    <>
      <h2>{said.signature}</h2>
      <p>{signed === null ? said.unsigned : said.signatureHow}</p>
      {signed === null ? null : (
        <pre className="bytes folds" tabIndex={0}>
          {signed}
        </pre>
      )}
      {signed === null || !mayAct ? null : <SignatureCheck receiver={receiver} wire={wire} />}
    </>
  )
}

const Fields = ({ text }: { readonly text: string }) => (
  <table className="facts-table">
    <tbody>
      {fieldsIn(text).map(([name, value], at) => (
        <tr key={`${name}${at}`}>
          <th scope="row">
            <code>{name}</code>
          </th>
          <td>{value}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
