import type { DeliveryRecord, DeliveryWire } from '@reveille/contract'
import { bytesIn, curlOf, hexLines } from '../../hotel/delivery.ts'
import { answerIn } from '../../hotel/lane-fare.ts'
import { instantOf } from '../../kernel/clock.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Skeleton, Trouble } from '../../parts/nothing.tsx'
import { noteWords } from '../../texts/delivery-notes.ts'
import { useFormat, useLanguage, useTexts } from '../../texts/speech.ts'
import { deliveryTexts } from './texts.ts'
import { useGoesOn, useWire } from './use-deliveries.ts'

/** Each time that it was sent, and what came back. */
export function Attempts({ log }: Pick<DeliveryWire, 'log'>) {
  const said = useTexts(deliveryTexts)
  const format = useFormat()
  if (log.length === 0) return <p className="second">{said.noAttempts}</p>
  return (
    <table className="facts-table tries">
      <thead>
        <tr>
          {[said.at, said.by, said.took, said.answer].map((word) => (
            <th key={word} scope="col">
              {word}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {log.map((one) => (
          <tr key={one.at}>
            <td>
              <b>{format.fullTime(instantOf(one.at))}</b>
            </td>
            <td>{one.trigger === 'automatic' ? said.itself : one.trigger}</td>
            <td>{tookOf(one.ms, format.number)}</td>
            <td lang="en" className="answer">
              {answerIn(one) || said.noAnswer}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** `84 ms`, `30.1 s`. */
const tookOf = (ms: number, number: (value: number) => string) =>
  ms < 1_000 ? `${number(ms)} ms` : `${number(Math.round(ms / 100) / 10)} s`

/** The bytes, in hexadecimal and as text. */
export function Bytes({ wire }: { readonly wire: DeliveryWire }) {
  const said = useTexts(deliveryTexts)
  const { number } = useFormat()
  const bytes = bytesIn(wire.bytes)
  if (wire.protocol === null)
    return (
      <p className="second" lang="en">
        {wire.why}
      </p>
    )
  return (
    <>
      {wire.protocol === 'fias' ? <HexDump bytes={bytes} /> : <Posted wire={wire} />}
      <p className="second small">{said.wireOf(number(bytes.length), wire.address)}</p>
      {wire.protocol === 'fias' ? <p className="second small">{said.fias}</p> : null}
      {wire.partial ? <p className="second small">{said.partial}</p> : null}
    </>
  )
}

const HexDump = ({ bytes }: { readonly bytes: readonly number[] }) => (
  <pre className="bytes" tabIndex={0}>
    {hexLines(bytes).map((line) => (
      <span key={line.at} className="hex">
        <span className="second">{line.at}</span>
        <span>{line.hex.padEnd(47)}</span>
        <span>{line.text}</span>
      </span>
    ))}
  </pre>
)

const Posted = ({ wire: { address, headers, text } }: { readonly wire: DeliveryWire }) => (
  <pre className="bytes folds" tabIndex={0}>
    {[`POST ${address}`, ...headers.map(({ name, value }) => `${name}: ${value}`), '', text].join('\n')}
  </pre>
)

/** What was sent and what was answered, as it opens below its row. */
export function Opened({
  delivery,
  children,
}: {
  readonly delivery: DeliveryRecord
  readonly children: React.ReactNode
}) {
  const said = useTexts(deliveryTexts)
  const { data, error, refetch } = useWire(delivery.id)
  if (error !== null) return <Trouble error={error} onRetry={() => void refetch()} />
  return (
    <div className="inside">
      <div>
        <Sentence delivery={delivery} />
        <h3>{said.attempts}</h3>
        {data === undefined ? <Skeleton rows={2} /> : <Attempts log={data.log} />}
      </div>
      <div>
        <h3>{delivery.attempts === 0 ? said.wireAhead : said.wire}</h3>
        {data === undefined ? <Skeleton rows={3} /> : <Bytes wire={data} />}
        <div className="buttons">
          {data === undefined ? null : <WireTools wire={data} />}
          {children}
        </div>
      </div>
    </div>
  )
}

export function WireTools({ wire }: { readonly wire: DeliveryWire }) {
  const said = useTexts(deliveryTexts)
  if (wire.protocol === null) return null
  return (
    <>
      <CopyButton text={wire.text}>{said.copyBytes}</CopyButton>
      {wire.protocol === 'http' ? <CopyButton text={curlOf(wire)}>{said.copyCurl}</CopyButton> : null}
    </>
  )
}

const WHY_NOT_AGAIN = { 'taken-back': 'chargeTakenBack', 'by-hand': 'bookedByHand' } as const

/** How it stands, in one sentence, and what to look for. */
export function Sentence({ delivery }: { readonly delivery: DeliveryRecord }) {
  const said = useTexts(deliveryTexts)
  const { state, note, notAgain, posting, room, doubts } = delivery
  const told = noteWords(note, useLanguage())
  const goes = useGoesOn(delivery)
  const isPosting = posting !== null
  const words: Readonly<Record<string, string>> = {
    uncertain: isPosting ? said.neverSaid : said.nobodyKnows,
    refused: said.wasRefused,
    waiting: said.isWaiting(goes),
    sending: said.isSending,
    dead: said.isDead,
    delivered: said.isDelivered,
  }
  return (
    <div className="sentence said">
      <p>
        <b>{words[state] ?? state}</b>
      </p>
      {notAgain === null ? null : <p>{said[WHY_NOT_AGAIN[notAgain]]}</p>}
      {note === '' ? null : (
        <p className="second" lang={told.lang}>
          {told.text}
        </p>
      )}
      {state === 'uncertain' && isPosting ? <p>{said.lookFor(posting, room)}</p> : null}
      {state === 'uncertain' && notAgain === null ? <p>{said.riskTwice}</p> : null}
      {state !== 'uncertain' && doubts > 0 ? <p>{said.mayBeTwice(doubts)}</p> : null}
    </div>
  )
}
