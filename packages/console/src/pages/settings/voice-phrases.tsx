import type { PhraseRecord } from '@reveille/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { phraseSounds } from '../../api/config.ts'
import { useDesk, useSession } from '../../live/desk.ts'
import { Button } from '../../parts/button.tsx'
import { Picker } from '../../parts/field.tsx'
import { Skeleton, Trouble } from '../../parts/nothing.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { Tag } from '../../parts/state.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useFormat, useTexts } from '../../texts/speech.ts'
import { NewRecording } from './new-recording.tsx'
import { VOICE } from './pages.ts'
import { settingsTexts } from './texts.ts'

/** The phrases are those of the whole site, and so are for accounts without a tenant. */
export function VoiceLink({ place }: { readonly place: string }) {
  const texts = useTexts(settingsTexts)
  const { tenant } = useSession()
  if (tenant !== '') return null
  return (
    <ul className="sections">
      <li>
        <Link href={`/settings/prompts/${VOICE}`} aria-current={place === VOICE ? 'page' : undefined}>
          {texts.voice}
        </Link>
      </li>
    </ul>
  )
}

/** So many rows before somebody asks for all. */
const FIRST = 60

/** What announcements and menus are put together from, to hear and to speak oneself. */
export function VoicePhrases() {
  const texts = useTexts(settingsTexts)
  const { site } = useSession()
  const [language, setLanguage] = useState(site.language)
  const [wanted, setWanted] = useState('')
  const { data, error, refetch } = usePhrases(language)
  const format = useFormat()
  if (error !== null) return <Trouble error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton rows={8} />
  const { phrases, languages } = data
  const own = phrases.filter(({ recorded }) => recorded !== undefined).length
  const shown = phrases.filter(({ name, text }) =>
    `${name} ${text}`.toLowerCase().includes(wanted.toLowerCase()),
  )
  return (
    <div className="voice">
      <div className="form-head">
        <h2>{texts.voice}</h2>
        <span className="second">{texts.voiceCount(own, phrases.length)}</span>
      </div>
      <p className="second">{texts.voiceAbout}</p>
      <div className="row-of">
        <Picker
          label={texts.voiceLanguage}
          value={language}
          options={languages.map((tag) => ({ value: tag, word: format.languageName(tag) }))}
          onChange={({ target }) => setLanguage(target.value)}
        />
        <SearchField
          className="filter"
          label={texts.filter}
          value={wanted}
          onChange={({ target }) => setWanted(target.value)}
        />
      </div>
      <PhraseList
        key={data.language}
        language={data.language}
        phrases={shown}
        onChanged={() => void refetch()}
      />
    </div>
  )
}

function usePhrases(language: string) {
  const { client } = useDesk()
  return useQuery({
    queryKey: ['settings-phrases', language],
    queryFn: ({ signal }) => client.call('phrase.list', { query: { language } }, { signal }),
    // The language that is chosen next is read while the last one is still in sight.
    placeholderData: (before) => before,
  })
}

interface PhraseListProps {
  readonly language: string
  readonly phrases: readonly PhraseRecord[]
  readonly onChanged: () => void
}

function PhraseList({ language, phrases, onChanged }: PhraseListProps) {
  const texts = useTexts(settingsTexts)
  const [isWhole, setWhole] = useState(false)
  const more = isWhole ? 0 : Math.max(0, phrases.length - FIRST)
  return (
    <>
      <ul className="phrases" aria-label={texts.voice}>
        {phrases.slice(0, phrases.length - more).map((phrase) => (
          <PhraseRow key={phrase.name} {...{ language, phrase, onChanged }} />
        ))}
      </ul>
      {more === 0 ? null : <Button onClick={() => setWhole(true)}>{texts.voiceMore(more)}</Button>}
    </>
  )
}

interface PhraseRowProps {
  readonly language: string
  readonly phrase: PhraseRecord
  readonly onChanged: () => void
}

function PhraseRow({ language, phrase, onChanged }: PhraseRowProps) {
  const texts = useTexts(settingsTexts)
  const { client } = useDesk()
  const toast = useToast()
  const sounds = phraseSounds(client, language)
  const [isHeard, setHeard] = useState(false)
  const [isReplaced, setReplaced] = useState(false)
  const { name, recorded } = phrase
  const text = phrase.text === '' ? name : phrase.text
  const back = async () => {
    await sounds.remove(name)
    onChanged()
  }
  return (
    <li>
      <p className="words">
        <span lang={language}>{text}</span>
        <span className="second small">{name}</span>
      </p>
      {recorded === undefined ? null : <Tag state="good">{texts.voiceOwn}</Tag>}
      <p className="row-of">
        <Button icon="play" asks aria-label={texts.voiceListen(text)} onClick={() => setHeard(true)}>
          {texts.listen}
        </Button>
        <Button
          icon="microphone"
          aria-label={texts.voiceReplaceOf(text)}
          aria-expanded={isReplaced}
          onClick={() => setReplaced(!isReplaced)}
        >
          {texts.voiceReplace}
        </Button>
        {recorded === undefined ? null : (
          <Button
            icon="remove"
            asks
            aria-label={texts.voiceBackOf(text)}
            onClick={() => void back().catch(toast.failure)}
          >
            {texts.voiceBack}
          </Button>
        )}
      </p>
      {isHeard ? (
        <audio
          key={recorded ?? ''}
          controls
          autoPlay
          src={sounds.address(name, recorded === undefined ? 'delivered' : undefined)}
          aria-label={texts.voiceListen(text)}
        />
      ) : null}
      {isReplaced ? (
        <div className="replacing">
          <NewRecording record={(wav) => sounds.record(name, wav)} onKept={onChanged} />
        </div>
      ) : null}
    </li>
  )
}
