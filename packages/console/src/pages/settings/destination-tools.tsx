import type { TrialRecord } from '@reveille/contract'
import { useState } from 'react'
import { Link } from 'wouter'
import { tryUnsaved } from '../../api/config.ts'
import {
  changesOf,
  draftsOf,
  type Drafts,
  type FormField,
  newOf,
  type Thing,
} from '../../hotel/settings/fields.ts'
import { useDesk, useThingQuery } from '../../live/desk.ts'
import { Button } from '../../parts/button.tsx'
import { State } from '../../parts/state.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useTexts } from '../../texts/speech.ts'
import { Faring } from './faring.tsx'
import { settingsTexts } from './texts.ts'
import { said as textIn } from './use-config.ts'

interface DestinationToolsProps {
  readonly noun: 'connector' | 'server'
  /** null: it is not there yet. */
  readonly name: string | null
  readonly fields: readonly FormField[]
  readonly drafts: Drafts
  readonly stored: Thing
}

/** How a receiver fares, and a message to try it with. */
export function DestinationTools(props: DestinationToolsProps) {
  const { noun, name, drafts, stored } = props
  const isFias = drafts['type'] === 'fias'
  if (isFias && name === null) return null
  return (
    <div className="tools column">
      {name === null ? null : <Faring noun={noun} name={name} tenant={textIn(stored, 'tenant')} />}
      {isFias && name !== null ? <Resync name={name} stored={stored} /> : <Trial {...props} />}
    </div>
  )
}

function Resync({ name, stored }: { readonly name: string; readonly stored: Thing }) {
  const texts = useTexts(settingsTexts)
  const { client } = useDesk()
  const toast = useToast()
  const query = useThingQuery()(textIn(stored, 'tenant'))
  const ask = async () => {
    await client.call('connector.resync', { params: { key: name }, query, body: {} })
    toast.say(texts.resyncAsked)
  }
  return (
    <>
      <p className="second">{texts.testFias}</p>
      <Button icon="refresh" asks onClick={() => void ask().catch(toast.failure)}>
        {texts.resync}
      </Button>
    </>
  )
}

/** What is to be tried as it stands in the form; null: it is all saved. */
function unsavedIn({ name, fields, drafts, stored }: DestinationToolsProps): Thing | null {
  if (name === null) return newOf(fields, drafts)
  const changes = changesOf(fields, draftsOf(fields, stored), drafts, { takesNull: 'all' })
  return Object.keys(changes).length === 0 ? null : { ...changes, name }
}

function Trial(props: DestinationToolsProps) {
  const { noun, name } = props
  const texts = useTexts(settingsTexts)
  const { client } = useDesk()
  const toast = useToast()
  const [came, setCame] = useState<TrialRecord | null>(null)
  const query = useThingQuery()(textIn(props.stored, 'tenant'))
  const unsaved = unsavedIn(props)
  const send = async () => {
    setCame(null)
    if (unsaved === null)
      setCame(await client.call(`${noun}.test`, { params: { key: name ?? '' }, query, body: {} }))
    else {
      // Whose it is makes no difference to a test.
      const { tenant: _, ...body } = unsaved
      setCame(await tryUnsaved(client, noun, body, query))
    }
  }
  return (
    <>
      <p className="row-of">
        <Button icon="deliveries" asks onClick={() => void send().catch(toast.failure)}>
          {texts.test}
        </Button>
        <span className="second">{unsaved === null ? texts.testSaved : texts.testUnsaved}</span>
      </p>
      {came === null ? null : <Came trial={came} />}
    </>
  )
}

function Came({ trial }: { readonly trial: TrialRecord }) {
  const { verdict, status, ms, text, forbidden } = trial
  const texts = useTexts(settingsTexts)
  if (forbidden)
    return (
      <div className="came" role="status">
        <State state="bad" mark="failed">
          {texts.forbidden}
        </State>
        <Link className="second" href="/settings/network">
          {texts.forbiddenDo}
        </Link>
      </div>
    )
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
