import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import type { ConfigObject } from '../../api/config.ts'
import { asFailure } from '../../kernel/failure.ts'
import { Button } from '../../parts/button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { useClock } from '../../parts/now.ts'
import { Tag } from '../../parts/state.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useWhyNot } from '../../parts/why-not.ts'
import { useFormat, useTexts } from '../../texts/speech.ts'
import { canRecord, LONGEST_TAKE_MS, startTaking, type Taking } from './recorder.ts'
import { settingsTexts } from './texts.ts'

const NOTES = { clipped: 'note_clipped', quiet: 'note_quiet' } as const
const noteOf = (note: unknown) => (note === 'clipped' || note === 'quiet' ? NOTES[note] : null)

interface NewRecordingProps {
  /** What the server says of it. */
  readonly record: (wav: Blob) => Promise<ConfigObject>
  readonly onKept: () => void
}

/** A recording that is made at this screen, or chosen as a file. */
export function NewRecording({ record, onKept }: NewRecordingProps) {
  const texts = useTexts(settingsTexts)
  const toast = useToast()
  const [notes, setNotes] = useState<readonly ('note_clipped' | 'note_quiet' | 'noteFine')[]>([])
  const [refusal, setRefusal] = useState<string | null>(null)
  const whyNot = useWhyNot()
  const keep = async (wav: Blob) => {
    setRefusal(null)
    setNotes([])
    const { notes: told } = await record(wav)
    const found = (Array.isArray(told) ? told : []).map(noteOf).filter((one) => one !== null)
    setNotes(found.length > 0 ? found : ['noteFine'])
    onKept()
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
      <label className="file button" title={whyNot}>
        <Icon name="upload" size="small" />
        {texts.upload}
        <input type="file" accept="audio/wav,.wav" disabled={whyNot !== undefined} onChange={choose} />
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
          <Button look="main" asks onClick={() => void keep(taken)}>
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
