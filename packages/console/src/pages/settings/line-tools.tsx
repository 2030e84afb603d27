import type { LineTrialReply } from '@reveille/contract'
import { useContext, useState } from 'react'
import { tryLine } from '../../api/config.ts'
import { findingsOfTest, findingsOfTrial } from '../../hotel/line-trial.ts'
import {
  type Drafts,
  draftsOf,
  type FormField,
  isChanged,
  mistakesIn,
  type Thing,
  wholeOf,
} from '../../hotel/settings/fields.ts'
import { asFailure } from '../../kernel/failure.ts'
import { useDesk, useThingQuery } from '../../live/desk.ts'
import { useTestCall } from '../../live/test-call.ts'
import { Button } from '../../parts/button.tsx'
import { LineVerdict } from '../../parts/line-proof.tsx'
import { State } from '../../parts/state.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useWhyNot } from '../../parts/why-not.ts'
import { useTexts } from '../../texts/speech.ts'
import { FormContext } from './form-context.ts'
import { RingField } from './ring-field.tsx'
import { settingsTexts } from './texts.ts'
import { said as textIn } from './use-config.ts'

interface LineToolsProps {
  /** null: it is not there yet. */
  readonly name: string | null
  readonly fields: readonly FormField[]
  readonly drafts: Drafts
  readonly stored: Thing
}

/** A line is proved before people rely on it: tried as it is written, rung as it is saved. */
export function LineTools({ name, fields, drafts, stored }: LineToolsProps) {
  const isUnsaved = name === null || isChanged(draftsOf(fields, stored), drafts)
  return (
    <div className="tools column">
      <Try {...{ fields, drafts }} />
      <Ring line={name} tenant={textIn(stored, 'tenant')} isUnsaved={isUnsaved} />
    </div>
  )
}

function Try({ fields, drafts }: Pick<LineToolsProps, 'fields' | 'drafts'>) {
  const texts = useTexts(settingsTexts)
  const { client } = useDesk()
  const toast = useToast()
  const [tried, setTried] = useState<{ readonly of: Drafts; readonly trial: LineTrialReply } | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { refuse } = useContext(FormContext)
  const isWrong = mistakesIn(fields, drafts).size > 0
  const tryIt = async () => {
    setBusy(true)
    setTried(null)
    refuse(null)
    try {
      const trial = await tryLine(client, lineIn(fields, drafts))
      setTried(trial === null ? null : { of: drafts, trial })
    } catch (error) {
      // What is wrong with a field is said there, as when it is saved.
      if (!refuse(asFailure(error))) toast.failure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="line-tool">
      <p className="row-of">
        <Button icon="plug" asks disabled={isBusy || isWrong} aria-busy={isBusy} onClick={() => void tryIt()}>
          {isBusy ? texts.trying : texts.tryLine}
        </Button>
        <span className="second">{isWrong ? texts.tryMended : texts.tryWhat}</span>
      </p>
      {tried === null || isChanged(tried.of, drafts) ? null : (
        <LineVerdict findings={findingsOfTrial(tried.trial, userOf(drafts), drafts['register'] !== false)} />
      )}
    </div>
  )
}

/** All of the line as it would be saved; a list in which nothing is chosen means the default. */
const lineIn = (fields: readonly FormField[], drafts: Drafts): Thing =>
  Object.fromEntries(
    Object.entries(wholeOf(fields, drafts)).filter(([, value]) => !Array.isArray(value) || value.length > 0),
  )

/** As whom the exchange is asked to take us. */
function userOf({ username, uri }: Drafts): string {
  if (typeof username === 'string' && username !== '') return username
  return typeof uri === 'string' ? uri.replace(/^sips?:/, '').replace(/@.*$/, '') : ''
}

interface RingProps {
  readonly line: string | null
  readonly tenant: string
  readonly isUnsaved: boolean
}

function Ring({ line, tenant, isUnsaved }: RingProps) {
  const texts = useTexts(settingsTexts)
  const toast = useToast()
  const [extension, setExtension] = useState('')
  const { test, isGoing, ring } = useTestCall(line ?? undefined, () => {}, useThingQuery()(tenant))
  const isHeard = useWhyNot() === undefined
  const isReady = isHeard && !isUnsaved && !isGoing && extension.trim() !== ''
  const start = () => void ring(extension.trim()).catch(toast.failure)
  return (
    <div className="line-tool">
      <RingField
        label={texts.testCall}
        deed={texts.ring}
        extension={extension}
        onExtension={setExtension}
        isDisabled={isUnsaved}
        isReady={isReady}
        onRing={start}
      />
      <p className="second">{isUnsaved ? texts.testCallSaveFirst : texts.testCallWhat}</p>
      {test === null ? null : <LineVerdict findings={findingsOfTest(test)} />}
      {test?.end?.verdict === 'well' ? (
        <p role="status">
          <State state="good" mark="tick">
            {texts.testCallProved}
          </State>
        </p>
      ) : null}
    </div>
  )
}
