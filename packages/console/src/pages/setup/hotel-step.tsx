import { type SubmitEvent, useState } from 'react'
import { ownZone } from '../../kernel/clock.ts'
import { useDesk } from '../../live/desk.ts'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { useNow } from '../../parts/now.ts'
import { formatFor } from '../../texts/format.ts'
import { useLanguage, useTexts } from '../../texts/speech.ts'
import type { Progress } from './progress.ts'
import { Foot, StepHead, Refused, type StepProps, useDeed, useWrong } from './step.tsx'
import { setupTexts } from './texts.ts'

export interface StepWithProgress extends StepProps {
  readonly progress: Progress
  readonly onChange: () => void
}

const MINUTE = 60_000
const ZONES = Intl.supportedValuesOf('timeZone')

/** Name, zone and language; the zone is guessed from the device. */
export function HotelStep(props: StepWithProgress) {
  const said = useTexts(setupTexts)
  const language = useLanguage()
  const { client, sessions } = useDesk()
  const { isBusy, failure, act } = useDeed()
  const wrong = useWrong(failure)
  const { site, done } = props.progress
  const [name, setName] = useState(done.hotel ? site.name : '')
  const guessed = ownZone()
  const [zone, setZone] = useState(done.hotel ? (site.timezone ?? guessed) : guessed)
  const [spoken, setSpoken] = useState(site.language ?? language)
  const isChanged = name !== site.name || zone !== site.timezone || spoken !== site.language
  const save = () =>
    act(async () => {
      await client.call('site.change', {
        body: { name: name?.trim() ?? '', timezone: zone, language: spoken },
      })
      await sessions.check()
      props.onChange()
      props.onNext()
    })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void save()
  }
  const words = { en: said.english, de: said.german, fr: said.french, es: said.spanish, it: said.italian }
  return (
    <main className="sheet">
      <form className="step" onSubmit={submit}>
        <StepHead step="hotel" title={said.hotelTitle} lead={said.hotelLead} />
        <Field
          label={said.name}
          value={name ?? ''}
          onChange={({ target }) => setName(target.value)}
          wrong={wrong('name')}
          autoFocus
          required
        />
        <div className="pair">
          <Field
            label={said.zone}
            value={zone}
            list="zones"
            onChange={({ target }) => setZone(target.value)}
            hint={<ZoneNow zone={zone} />}
            wrong={wrong('timezone')}
            required
          />
          <label className="field">
            <span className="label">{said.language}</span>
            <select className="input" value={spoken} onChange={({ target }) => setSpoken(target.value)}>
              {Object.entries(words).map(([tag, word]) => (
                <option key={tag} value={tag}>
                  {word}
                </option>
              ))}
            </select>
          </label>
        </div>
        <datalist id="zones">
          {ZONES.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
        <Refused failure={failure} beside={['name', 'timezone']} />
        <div>
          <Button type="submit" look={done.hotel ? undefined : 'main'} asks disabled={isBusy}>
            {said.save}
          </Button>
        </div>
      </form>
      <Foot
        {...props}
        asks={done.hotel && isChanged}
        // What stands there goes along: a house in a wrong zone rings at a wrong hour.
        onNext={done.hotel && isChanged ? () => void save() : props.onNext}
        skip={said.hotelSkip}
        isDone={done.hotel}
      />
    </main>
  )
}

function ZoneNow({ zone }: { readonly zone: string }) {
  const said = useTexts(setupTexts)
  const language = useLanguage()
  const now = useNow(MINUTE)
  return ZONES.includes(zone) ? said.zoneNow(formatFor(language, { zone, clock: '24h' }).time(now)) : ''
}
