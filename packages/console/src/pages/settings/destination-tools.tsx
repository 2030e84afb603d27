import type { TrialRecord } from '@reveille/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDesk } from '../../live/desk.ts'
import { Button } from '../../parts/button.tsx'
import { State } from '../../parts/state.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useTexts } from '../../texts/speech.ts'
import { settingsTexts } from './texts.ts'

interface DestinationToolsProps {
  readonly noun: 'connector' | 'server'
  readonly name: string
  readonly type: string
}

/** How a receiver fares, and a message to try it with. */
export function DestinationTools({ noun, name, type }: DestinationToolsProps) {
  const isFias = type === 'fias'
  return (
    <div className="tools column">
      <Faring name={name} />
      {isFias ? <Resync name={name} /> : <Trial noun={noun} name={name} />}
    </div>
  )
}

function Faring({ name }: { readonly name: string }) {
  const texts = useTexts(settingsTexts)
  const { client } = useDesk()
  const { data } = useQuery({
    queryKey: ['settings-destinations'],
    queryFn: ({ signal }) => client.call('system.destinations', {}, { signal }),
  })
  const one = data?.destinations.find((destination) => destination.name === name)
  if (one === undefined) return null
  const isGood = one.state === 'flowing'
  return (
    <p className="faring">
      <State state={isGood ? 'good' : 'again'} mark={isGood ? 'tick' : 'triangle'}>
        {one.link === null ? one.state : one.link.up ? texts.linkUp : texts.linkDown}
      </State>
      <span className="second">{texts.waiting(one.waiting)}</span>
      {one.why === '' ? null : <span lang="en">{one.why}</span>}
    </p>
  )
}

function Resync({ name }: { readonly name: string }) {
  const texts = useTexts(settingsTexts)
  const { client } = useDesk()
  const toast = useToast()
  const ask = async () => {
    await client.call('connector.resync', { params: { key: name }, body: {} })
    toast.say(texts.resyncAsked)
  }
  return (
    <>
      <p className="second">{texts.testFias}</p>
      <Button icon="refresh" onClick={() => void ask().catch(toast.failure)}>
        {texts.resync}
      </Button>
    </>
  )
}

function Trial({ noun, name }: Omit<DestinationToolsProps, 'type'>) {
  const texts = useTexts(settingsTexts)
  const { client } = useDesk()
  const toast = useToast()
  const [came, setCame] = useState<TrialRecord | null>(null)
  const send = async () => {
    setCame(null)
    setCame(await client.call(`${noun}.test`, { params: { key: name }, body: {} }))
  }
  return (
    <>
      <p className="row-of">
        <Button icon="deliveries" onClick={() => void send().catch(toast.failure)}>
          {texts.test}
        </Button>
        <span className="second">{texts.testSaved}</span>
      </p>
      {came === null ? null : <Came trial={came} />}
    </>
  )
}

function Came({ trial: { verdict, status, ms, text } }: { readonly trial: TrialRecord }) {
  const texts = useTexts(settingsTexts)
  const isGood = verdict === 'delivered'
  return (
    <div className="came" role="status">
      <State state={isGood ? 'good' : 'bad'} mark={isGood ? 'tick' : 'failed'}>
        {texts[`verdict_${verdict}`]}
      </State>
      <span className="second">{texts.answered(status === null ? texts.noAnswer : String(status), ms)}</span>
      {text === '' ? null : <code lang="en">{text}</code>}
    </div>
  )
}
