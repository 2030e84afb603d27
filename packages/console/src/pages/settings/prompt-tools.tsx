import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { promptSounds } from '../../api/config.ts'
import { type Drafts, draftsOf, isChanged, type Thing } from '../../hotel/settings/fields.ts'
import { FORMS } from '../../hotel/settings/forms.gen.ts'
import { useDesk, useThingQuery } from '../../live/desk.ts'
import { Button } from '../../parts/button.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useTexts } from '../../texts/speech.ts'
import { NewRecording } from './new-recording.tsx'
import { HearingTable, RingMe } from './prompt-hearing.tsx'
import { settingsTexts } from './texts.ts'
import { said as textIn } from './use-config.ts'

interface PromptToolsProps {
  readonly id: string
  readonly drafts: Drafts
  readonly stored: Thing
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** What a guest hears: the text as the telephone says it, or the hotel's own recording. */
export function PromptTools({ id, drafts, stored }: PromptToolsProps) {
  const texts = useTexts(settingsTexts)
  const { client } = useDesk()
  const sounds = promptSounds(client, useThingQuery()(textIn(stored, 'tenant')))
  const readAgain = useReadAgain(id)
  return (
    <section className="sounds" aria-label={texts.listen}>
      <SpokenText drafts={drafts} />
      <Recordings id={id} stored={stored} />
      <NewRecording
        record={(wav) => sounds.record(id, textIn(stored, 'language'), wav)}
        onKept={() => void readAgain()}
      />
      <RingMe id={id} isUnsaved={isChanged(draftsOf(FORMS.prompt, stored), drafts)} />
      <HearingTable drafts={drafts} stored={stored} />
    </section>
  )
}

/** Of a new one the text alone can be heard: whoever records it, or is rung with it, adds it first. */
export function NewPromptTools({ drafts }: Pick<PromptToolsProps, 'drafts'>) {
  const texts = useTexts(settingsTexts)
  return (
    <section className="sounds" aria-label={texts.listen}>
      <SpokenText drafts={drafts} />
    </section>
  )
}

/** The text as it stands in the form, saved or not. */
function SpokenText({ drafts }: Pick<PromptToolsProps, 'drafts'>) {
  const texts = useTexts(settingsTexts)
  const { client } = useDesk()
  const toast = useToast()
  const [sound, setSound] = useState<string | null>(null)
  const [text, language] = [textOf(drafts['text']), textOf(drafts['language'])]
  const speak = async () => setSound(URL.createObjectURL(await promptSounds(client).speech(text, language)))
  return (
    <>
      <p className="row-of">
        <Button icon="sound" asks disabled={text === ''} onClick={() => void speak().catch(toast.failure)}>
          {texts.listen}
        </Button>
        <span className="second">{texts.spoken}</span>
      </p>
      {sound === null ? null : <audio controls autoPlay src={sound} aria-label={texts.listen} />}
    </>
  )
}

const recordingsOf = ({ recordings }: Thing): readonly Thing[] =>
  Array.isArray(recordings) ? recordings.filter((one): one is Thing => typeof one === 'object') : []

function Recordings({ id, stored }: Pick<PromptToolsProps, 'id' | 'stored'>) {
  const texts = useTexts(settingsTexts)
  const { client } = useDesk()
  const toast = useToast()
  const read = useReadAgain(id)
  const sounds = promptSounds(client, useThingQuery()(textIn(stored, 'tenant')))
  const remove = async (language: string) => {
    await sounds.remove(id, language)
    await read()
  }
  return recordingsOf(stored).map((one) => {
    const language = textIn(one, 'language')
    const seconds = (Number(one['milliseconds'] ?? 0) / 1_000).toFixed(1)
    return (
      <div className="recording" key={`${language} ${textIn(one, 'recorded')}`}>
        <span>{texts.recorded(language, seconds)}</span>
        <audio
          controls
          preload="none"
          src={sounds.address(id, language)}
          aria-label={texts.recorded(language, seconds)}
        />
        <Button icon="remove" asks onClick={() => void remove(language).catch(toast.failure)}>
          {texts.removeRecording}
        </Button>
      </div>
    )
  })
}

const useReadAgain = (id: string) => {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ['settings-thing', 'prompt', id] })
}
