import type { DeliveryRecord, DeliveryWire, SignatureReply } from '@reveille/contract'
import { type ComponentProps, useState } from 'react'
import { headerIn, pastedHeader } from '../../hotel/delivery.ts'
import { useDesk } from '../../live/desk.ts'
import { Button } from '../../parts/button.tsx'
import { Field, Lines } from '../../parts/field.tsx'
import { State } from '../../parts/state.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useTexts } from '../../texts/speech.ts'
import { signatureTexts } from './signature-words.ts'
import { useAskedFor } from './use-lane.ts'

type Receiver = Pick<DeliveryRecord, 'destination' | 'purpose' | 'owner'>

interface SignatureCheckProps {
  readonly receiver: Receiver
  readonly wire: DeliveryWire
}

/** What was sent stands there already; whoever writes the receiver puts in what came. */
const claimOf = (wire: DeliveryWire) => ({
  id: headerIn(wire, 'webhook-id'),
  timestamp: headerIn(wire, 'webhook-timestamp'),
  signature: '',
  body: wire.text,
})
type Claim = ReturnType<typeof claimOf>

const pasted = ({ id, timestamp, signature, body }: Claim): Claim => ({
  id: pastedHeader('webhook-id', id),
  timestamp: pastedHeader('webhook-timestamp', timestamp),
  signature: pastedHeader('webhook-signature', signature),
  body,
})

const isSeconds = (written: string) => /^\d{1,11}$/.test(written)
const isWhole = ({ id, timestamp, signature }: Claim) => id !== '' && isSeconds(timestamp) && signature !== ''

/** For whoever writes the receiver: which secret their signature is by, or why it is by none. */
export function SignatureCheck({ receiver, wire }: SignatureCheckProps) {
  const said = useTexts(signatureTexts)
  const toast = useToast()
  const ask = useAsk(receiver)
  const [written, setWritten] = useState(() => claimOf(wire))
  const [verdict, setVerdict] = useState<SignatureReply | null>(null)
  const [isAsked, setAsked] = useState(false)
  const change = (changes: Partial<Claim>) => {
    setVerdict(null)
    setWritten({ ...written, ...changes })
  }
  const claim = pasted(written)
  const submit = () => {
    setVerdict(null)
    setAsked(true)
    if (isWhole(claim)) void ask(claim).then(setVerdict, toast.failure)
  }
  const wrong = (isRight: boolean, why: string) => (isAsked && !isRight ? why : null)
  return (
    <form
      className="signature"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <h3>{said.title}</h3>
      <p className="second">{said.how}</p>
      <Header
        name="webhook-id"
        value={written.id}
        wrong={wrong(claim.id !== '', said.missing)}
        onPaste={(id) => change({ id })}
      />
      <Header
        name="webhook-timestamp"
        value={written.timestamp}
        inputMode="numeric"
        wrong={wrong(isSeconds(claim.timestamp), said.noSeconds)}
        onPaste={(timestamp) => change({ timestamp })}
      />
      <Header
        name="webhook-signature"
        value={written.signature}
        maxLength={1_000}
        wrong={wrong(claim.signature !== '', said.missing)}
        onPaste={(signature) => change({ signature })}
      />
      <Lines
        label={said.body}
        value={written.body}
        spellCheck={false}
        {...(wire.partial ? { hint: said.withoutGuests } : {})}
        onChange={({ target }) => change({ body: target.value })}
      />
      <div className="buttons">
        <Button type="submit" asks>
          {said.check}
        </Button>
      </div>
      {verdict === null ? null : <Verdict {...verdict} />}
    </form>
  )
}

interface HeaderProps extends Omit<ComponentProps<typeof Field>, 'label' | 'onChange' | 'onPaste'> {
  readonly name: string
  readonly onPaste: (value: string) => void
}

const Header = ({ name, onPaste, ...field }: HeaderProps) => (
  <Field
    label={name}
    maxLength={256}
    autoComplete="off"
    spellCheck={false}
    {...field}
    onChange={({ target }) => onPaste(target.value)}
  />
)

function Verdict({ fits, why, inTime }: SignatureReply) {
  const said = useTexts(signatureTexts)
  return (
    <div className="verdict" role="status">
      {fits === null ? (
        <State state="bad" mark="failed">
          {said[`slip_${why ?? 'other'}`]}
        </State>
      ) : (
        <State state="good" mark="tick">
          {said[`fits_${fits}`]}
        </State>
      )}
      {inTime ? null : (
        <State state="again" mark="triangle">
          {said.tooLate}
        </State>
      )}
    </div>
  )
}

function useAsk({ destination, purpose, owner }: Receiver) {
  const { client } = useDesk()
  const asked = useAskedFor()({ name: destination, tenant: owner })
  return ({ timestamp, ...claim }: Claim): Promise<SignatureReply> => {
    const body = { ...claim, timestamp: Number(timestamp) }
    return purpose === 'charge'
      ? client.call('connector.signature', { ...asked, body })
      : client.call('server.signature', { ...asked, body })
  }
}
