import { useState } from 'react'
import { greetingSound } from '../../api/config.ts'
import type { Thing } from '../../hotel/settings/fields.ts'
import { useDesk, useSession } from '../../live/desk.ts'
import { Button } from '../../parts/button.tsx'
import { Picker } from '../../parts/field.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useFormat, useTexts } from '../../texts/speech.ts'
import { settingsTexts } from './texts.ts'
import { useSpokenLanguages } from './use-config.ts'

interface GuestHearsProps {
  /** What holds by the form. */
  readonly wakeup: Thing
  readonly tenant: string | undefined
}

/** The greeting of a call by what stands in the form, as the phone would play it. */
export function GuestHears({ wakeup, tenant }: GuestHearsProps) {
  const texts = useTexts(settingsTexts)
  const format = useFormat()
  const { client } = useDesk()
  const { site } = useSession()
  const toast = useToast()
  const languages = useSpokenLanguages()
  const [language, setLanguage] = useState(site.language)
  const [heard, setHeard] = useState<{ readonly of: string; readonly sound: string } | null>(null)
  const wanted = JSON.stringify({ wakeup, language })
  const hear = async () => {
    const query = tenant === undefined ? {} : { tenant }
    const sound = await greetingSound(client, { wakeup, language }, query)
    setHeard({ of: wanted, sound: URL.createObjectURL(sound) })
  }
  return (
    <div className="row-of guest-hears">
      <Button icon="sound" asks onClick={() => void hear().catch(toast.failure)}>
        {texts.guestHears}
      </Button>
      <Picker
        label={texts.voiceLanguage}
        value={language}
        options={languages.map((tag) => ({ value: tag, word: format.languageName(tag) }))}
        onChange={({ target }) => setLanguage(target.value)}
      />
      {/* What was heard before the form was changed is not what a guest would hear now. */}
      {heard?.of === wanted ? (
        <audio controls autoPlay src={heard.sound} aria-label={texts.guestHears} />
      ) : null}
    </div>
  )
}
