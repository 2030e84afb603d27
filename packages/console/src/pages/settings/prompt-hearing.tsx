import { useState } from 'react'
import { findingsOfTest } from '../../hotel/line-trial.ts'
import type { Drafts, Thing } from '../../hotel/settings/fields.ts'
import { type Hearing, heardIn, roomsByLanguage } from '../../hotel/settings/hearing.ts'
import { useSession } from '../../live/desk.ts'
import { useTestCall } from '../../live/test-call.ts'
import { LineVerdict } from '../../parts/line-proof.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useWhyNot } from '../../parts/why-not.ts'
import { useLanguage, useTexts } from '../../texts/speech.ts'
import { RingField } from './ring-field.tsx'
import { settingsTexts, type SettingsTexts } from './texts.ts'
import { said as textIn, useConfigList } from './use-config.ts'

/** A line that there always is while nobody has an exchange. */
const BUILT_IN = 'virtual'

interface RingMeProps {
  readonly id: string
  readonly isUnsaved: boolean
}

/** Rings a phone and plays the announcement, as a guest hears it. */
export function RingMe({ id, isUnsaved }: RingMeProps) {
  const texts = useTexts(settingsTexts)
  const toast = useToast()
  const { site } = useSession()
  const { data: lines = [] } = useConfigList('line')
  const [first] = lines
  const line =
    site.telephony === 'virtual' ? BUILT_IN : first === undefined ? undefined : textIn(first, 'name')
  const [extension, setExtension] = useState('')
  const { test, isGoing, ring } = useTestCall(line)
  const isHeard = useWhyNot() === undefined
  const isReady = isHeard && line !== undefined && !isUnsaved && !isGoing && extension.trim() !== ''
  const start = () => void ring(extension.trim(), Number(id)).catch(toast.failure)
  const note = line === undefined ? texts.playNoLine : isUnsaved ? texts.playSaveFirst : texts.playWhat
  return (
    <div className="ring-me">
      <RingField
        label={texts.playTo}
        deed={texts.play}
        extension={extension}
        onExtension={setExtension}
        isDisabled={line === undefined || isUnsaved}
        isReady={isReady}
        onRing={start}
      />
      <p className="second">{note}</p>
      {test === null ? null : <LineVerdict findings={findingsOfTest(test, { isHeardOnly: true })} />}
    </div>
  )
}

interface HearingProps {
  readonly drafts: Drafts
  readonly stored: Thing
}

const FEW = 8

/** Which text each room hears, by the language of the rooms. */
export function HearingTable({ drafts, stored }: HearingProps) {
  const texts = useTexts(settingsTexts)
  const language = useLanguage()
  const { site } = useSession()
  const { data: mailboxes } = useConfigList('mailbox')
  if (mailboxes === undefined || mailboxes.length === 0) return null
  const rooms = mailboxes.map((one) => ({ number: textIn(one, 'number'), language: textIn(one, 'language') }))
  const prompt = {
    text: textOf(drafts['text']),
    language: textOf(drafts['language']),
    recordings: recordedIn(stored),
  }
  const names = new Intl.DisplayNames([language], { type: 'language' })
  return (
    <table className="hearing">
      <caption>{texts.hearing}</caption>
      <thead>
        <tr>
          <th scope="col">{texts.hearingRooms}</th>
          <th scope="col">{texts.hearingLanguage}</th>
          <th scope="col">{texts.hearingWhat}</th>
        </tr>
      </thead>
      <tbody>
        {roomsByLanguage(rooms, site.language).map((group) => (
          <tr key={group.language}>
            <td>
              {texts.hearingCount(group.rooms.length)}{' '}
              <span className="second small">
                {group.rooms.slice(0, FEW).join(', ')}
                {group.rooms.length > FEW ? ' …' : ''}
              </span>
            </td>
            <td>{names.of(group.language)}</td>
            <td>{heardWords(heardIn(prompt, group.language, site.language), names, texts)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

const recordedIn = ({ recordings }: Thing): readonly string[] =>
  Array.isArray(recordings)
    ? recordings.filter((one): one is Thing => typeof one === 'object').map((one) => textIn(one, 'language'))
    : []

function heardWords({ kind, language }: Hearing, names: Intl.DisplayNames, texts: SettingsTexts): string {
  return texts[`heard_${kind}`](names.of(language) ?? language)
}
