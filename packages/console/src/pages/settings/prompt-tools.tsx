import { useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { promptSounds } from '../../api/config.ts'
import { type Drafts, draftsOf, isChanged, type Thing } from '../../hotel/settings/fields.ts'
import { FORMS } from '../../hotel/settings/forms.gen.ts'
import { asFailure } from '../../kernel/failure.ts'
import { useDesk } from '../../live/desk.ts'
import { Button } from '../../parts/button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { useClock } from '../../parts/now.ts'
import { Tag } from '../../parts/state.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useFormat, useTexts } from '../../texts/speech.ts'
import { HearingTable, RingMe } from './prompt-hearing.tsx'
import { canRecord, LONGEST_TAKE_MS, startTaking, type Taking } from './recorder.ts'
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
  const toast = useToast()
  const sounds = promptSounds(client)
  const [sound, setSound] = useState<string | null>(null)
  const language = textOf(drafts['language'])
  const speak = async () =>
    setSound(URL.createObjectURL(await sounds.speech(textOf(drafts['text']), language)))
  return (
    <section className="sounds" aria-label={texts.listen}>
      <p className="row-of">
        <Button
          icon="sound"
          disabled={textOf(drafts['text']) === ''}
          onClick={() => void speak().catch(toast.failure)}
        >
          {texts.listen}
        </Button>
        <span className="second">{texts.spoken}</span>
      </p>
      {sound === null ? null : <audio controls autoPlay src={sound} aria-label={texts.listen} />}
      <Recordings id={id} stored={stored} />
      <NewRecording id={id} language={textIn(stored, 'language')} />
      <RingMe id={id} isUnsaved={isChanged(draftsOf(FORMS.prompt, stored), drafts)} />
      <HearingTable drafts={drafts} stored={stored} />
    </section>
  )
}

const recordingsOf = ({ recordings }: Thing): readonly Thing[] =>
  Array.isArray(recordings) ? recordings.filter((one): one is Thing => typeof one === 'object') : []

function Recordings({ id, stored }: Pick<PromptToolsProps, 'id' | 'stored'>) {
  const texts = useTexts(settingsTexts)
  const { client } = useDesk()
  const toast = useToast()
  const read = useReadAgain(id)
  const sounds = promptSounds(client)
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
        <Button icon="remove" onClick={() => void remove(language).catch(toast.failure)}>
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

const NOTES = { clipped: 'note_clipped', quiet: 'note_quiet' } as const
const noteOf = (note: unknown) => (note === 'clipped' || note === 'quiet' ? NOTES[note] : null)

function NewRecording({ id, language }: { readonly id: string; readonly language: string }) {
  const texts = useTexts(settingsTexts)
  const { client } = useDesk()
  const toast = useToast()
  const read = useReadAgain(id)
  const [notes, setNotes] = useState<readonly ('note_clipped' | 'note_quiet' | 'noteFine')[]>([])
  const [refusal, setRefusal] = useState<string | null>(null)
  const keep = async (wav: Blob) => {
    setRefusal(null)
    setNotes([])
    const { notes: told } = await promptSounds(client).record(id, language, wav)
    const found = (Array.isArray(told) ? told : []).map(noteOf).filter((one) => one !== null)
    setNotes(found.length > 0 ? found : ['noteFine'])
    await read()
  }
  /** Whether it was kept. What is wrong with a recording only the server can tell, in a sentence. */
  const isKept = async (wav: Blob): Promise<boolean> => {
    try {
      await keep(wav)
      return true
    } catch (error) {
      const { told } = asFailure(error)
      if (told?.status === 400) setRefusal(told.description)
      else toast.failure(error)
      return false
    }
  }
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    // The same file may be chosen again, once it was mended.
    target.value = ''
    if (file !== undefined) void isKept(new Blob([file], { type: 'audio/wav' }))
  }
  return (
    <>
      {canRecord() ? <Recorder onKeep={isKept} /> : <p className="second">{texts.needsHttps}</p>}
      <label className="file button">
        <Icon name="upload" size="small" />
        {texts.upload}
        <input type="file" accept="audio/wav,.wav" onChange={choose} />
      </label>
      {refusal === null ? null : (
        <p className="refused s-bad" role="alert">
          <Icon name="alarms" size="small" />
          <span>
            {texts.notKept}
            <span className="sentence" lang="en">
              {refusal}
            </span>
          </span>
        </p>
      )}
      <p role="status">
        {notes.map((note) => (
          <Tag key={note} state={note === 'noteFine' ? 'good' : 'again'}>
            {texts[note]}
          </Tag>
        ))}
      </p>
    </>
  )
}

const SHORTEST_BYTES = 44 + 16_000

/** Records at this screen: a level to see, and what was recorded to hear before it is kept. */
function Recorder({ onKeep }: { readonly onKeep: (wav: Blob) => Promise<boolean> }) {
  const texts = useTexts(settingsTexts)
  const toast = useToast()
  const [taking, setTaking] = useState<Taking | null>(null)
  const [taken, setTaken] = useState<Blob | null>(null)
  const [trouble, setTrouble] = useState<string | null>(null)
  const start = async () => {
    setTaken(null)
    setTrouble(null)
    try {
      setTaking(await startTaking())
    } catch {
      setTrouble(texts.noMicrophone)
    }
  }
  const stop = async () => {
    const wav = await taking?.stop()
    setTaking(null)
    if (wav === undefined || wav.size < SHORTEST_BYTES) setTrouble(texts.tooShort)
    else setTaken(wav)
  }
  const keep = async (wav: Blob) => {
    if (await onKeep(wav)) setTaken(null)
  }
  if (taking !== null) return <Meter taking={taking} onStop={() => void stop().catch(toast.failure)} />
  return (
    <>
      <p className="row-of">
        <Button icon="microphone" onClick={() => void start()}>
          {taken === null ? texts.record : texts.again}
        </Button>
        {taken === null ? null : (
          <Button look="main" onClick={() => void keep(taken)}>
            {texts.keepRecording}
          </Button>
        )}
      </p>
      {taken === null ? null : <Taken wav={taken} />}
      {trouble === null ? null : (
        <p className="tag s-bad" role="alert">
          {trouble}
        </p>
      )}
    </>
  )
}

function Taken({ wav }: { readonly wav: Blob }) {
  const texts = useTexts(settingsTexts)
  const [address] = useState(() => URL.createObjectURL(wav))
  useEffect(() => () => URL.revokeObjectURL(address), [address])
  return <audio controls src={address} aria-label={texts.listen} />
}

/** How loud it is, and for how long it runs. */
function Meter({ taking, onStop }: { readonly taking: Taking; readonly onStop: () => void }) {
  const texts = useTexts(settingsTexts)
  const format = useFormat()
  const clock = useClock()
  const [began] = useState(() => clock.now())
  const [seen, setSeen] = useState({ level: 0, ms: 0 })
  const stop = useRef(onStop)
  useEffect(() => {
    stop.current = onStop
  }, [onStop])
  useEffect(
    () =>
      clock.every(100, () => {
        const ms = clock.now() - began
        setSeen({ level: taking.level(), ms })
        if (ms >= LONGEST_TAKE_MS) stop.current()
      }),
    [clock, taking, began],
  )
  return (
    <div className="row-of">
      <Button icon="stop" look="danger" onClick={onStop}>
        {texts.stop}
      </Button>
      <meter min={0} max={1} high={0.95} value={seen.level} aria-label={texts.level} />
      <span>{texts.recording(format.count(seen.ms))}</span>
    </div>
  )
}
