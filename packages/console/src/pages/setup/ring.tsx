import { type SubmitEvent, useState } from 'react'
import { findingsOfTest } from '../../hotel/line-trial.ts'
import { useDesk } from '../../live/desk.ts'
import { useTestCall } from '../../live/test-call.ts'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { LineVerdict } from '../../parts/line-proof.tsx'
import { State } from '../../parts/state.tsx'
import { useTexts } from '../../texts/speech.ts'
import type { StepWithProgress } from './hotel-step.tsx'
import { Foot, StepHead, Refused, useDeed, useWrong } from './step.tsx'
import { setupTexts } from './texts.ts'

/** The phone in front of whoever sets up: sound both ways and a key are proved, or it is said why not. */
export function RingStep(props: StepWithProgress) {
  const said = useTexts(setupTexts)
  const { rooms, line, done } = props.progress
  const [extension, setExtension] = useState(rooms[0] ?? '')
  const { failure, act } = useDeed()
  const wrong = useWrong(failure)
  const { test, isGoing, ring } = useTestCall(line, props.onChange)
  const isBuiltIn = line === 'virtual'
  const isProved = test?.end?.verdict === 'well' || (isBuiltIn && test?.end?.outcome === 'answered')
  const start = () => act(() => ring(extension.trim()))
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void start()
  }
  if (line === undefined)
    return (
      <main className="sheet">
        <StepHead step="ring" title={said.ringTitle} lead={said.needsLine} />
        <Foot {...props} skip={said.ringSkip} isDone={false} />
      </main>
    )
  return (
    <main className="sheet">
      <div className="step">
        <StepHead step="ring" title={said.ringTitle} lead={said.ringLead} />
        <form className="one-line" onSubmit={submit}>
          <Field
            label={said.ringExtension}
            value={extension}
            onChange={({ target }) => setExtension(target.value)}
            wrong={wrong('extension')}
            inputMode="tel"
            autoFocus
            required
          />
          <Button type="submit" look={isProved ? undefined : 'main'} icon="phone" asks disabled={isGoing}>
            {test === null ? said.ringDeed : said.ringAgain}
          </Button>
        </form>
        <Refused failure={failure} beside={['extension']} />
        {test === null ? null : (
          <LineVerdict findings={findingsOfTest(test, { isHeardOnly: isProved && isBuiltIn })} />
        )}
        {test?.end?.verdict === 'deaf' && !isBuiltIn ? <OwnAddress onSet={start} /> : null}
        {isProved ? (
          <p role="status">
            <State state="good" mark="tick">
              {isBuiltIn ? said.builtInAnswers : said.proved}
            </State>
          </p>
        ) : null}
      </div>
      <Foot {...props} skip={said.ringSkip} isDone={done.ring || isProved} />
    </main>
  )
}

/** As the server calls what stands here. */
const ADDRESS = 'telephony.publicAddress'

/** One-way audio is mostly an address that the exchange cannot reach. */
function OwnAddress({ onSet }: { readonly onSet: () => Promise<void> }) {
  const said = useTexts(setupTexts)
  const { client } = useDesk()
  const [address, setAddress] = useState('')
  const { isBusy, failure, act } = useDeed()
  const wrong = useWrong(failure)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void act(async () => {
      await client.call('site.change', { body: { telephony: { publicAddress: address.trim() } } })
      await onSet()
    })
  }
  return (
    <form className="one-line" onSubmit={submit}>
      <Field
        label={said.publicAddress}
        value={address}
        onChange={({ target }) => setAddress(target.value)}
        wrong={wrong(ADDRESS)}
        spellCheck={false}
        required
      />
      <Button type="submit" asks disabled={isBusy}>
        {said.setAddress}
      </Button>
      <Refused failure={failure} beside={[ADDRESS]} />
    </form>
  )
}
