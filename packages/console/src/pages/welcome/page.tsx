import { useEffect, useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Tick } from '../../parts/field.tsx'
import { useNow } from '../../parts/now.ts'
import { SignInForm } from '../../parts/sign-in-form.tsx'
import { SkyBands, Skyline } from '../../parts/sky.tsx'
import { SunSign } from '../../parts/sun-sign.tsx'
import { signInTexts } from '../../texts/sign-in.ts'
import { useFormat, useLanguage, useTexts } from '../../texts/speech.ts'
import type { Language } from '../../texts/table.ts'
import './welcome.css'

const MINUTE = 60_000

export interface WelcomeProps {
  /** The hotel's name, where this device knows it from before. */
  readonly hotel: string
  /** Whoever signed in here last. */
  readonly name: string
  readonly product: string
  readonly isEncrypted: boolean
  /** Nobody has claimed this house yet: there is no account to sign in with. */
  readonly isNew: boolean
  readonly onSetup: () => void
  readonly onSignIn: (name: string, password: string, isDisplay: boolean) => Promise<void>
  readonly onLanguage: (language: Language) => void
}

/** The door: the sky, the time, and two fields. */
export function WelcomePage(props: WelcomeProps) {
  const said = useTexts(signInTexts)
  const [isDisplay, setDisplay] = useState(false)
  useEffect(() => {
    document.title = [said.title, props.hotel || props.product].join(' · ')
  }, [said, props.hotel, props.product])
  return (
    <div className="welcome">
      <Heaven hotel={props.hotel || props.product} />
      <main>
        {props.isNew ? <NewHouse onSetup={props.onSetup} /> : null}
        <h1 className="heard-only">{said.title}</h1>
        <SignInForm
          name={props.name}
          onSignIn={(name, password) => props.onSignIn(name, password, isDisplay)}
        >
          <Tick checked={isDisplay} onChange={({ target }) => setDisplay(target.checked)}>
            {said.display}
          </Tick>
          {props.isEncrypted ? null : (
            <p className="tag s-again">
              <Icon name="alarms" size="small" />
              {said.inTheClear}
            </p>
          )}
        </SignInForm>
      </main>
      <footer>
        <span className="product">
          <SunSign />
          {props.product}
        </span>
        <span className="grow" />
        <LanguageChoice onLanguage={props.onLanguage} />
      </footer>
    </div>
  )
}

function NewHouse({ onSetup }: Pick<WelcomeProps, 'onSetup'>) {
  const said = useTexts(signInTexts)
  return (
    <p className="new-house">
      <span>{said.newHouse}</span>
      <Button look="main" onClick={onSetup}>
        {said.setUp}
      </Button>
    </p>
  )
}

function Heaven({ hotel }: { readonly hotel: string }) {
  const format = useFormat()
  const now = useNow(MINUTE)
  return (
    <header className="heaven">
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <SkyBands />
        <Skyline />
      </svg>
      <div className="hotel">
        <time>{format.time(now)}</time>
        <span>{`${hotel}, ${format.longDay(now)}`}</span>
      </div>
    </header>
  )
}

function LanguageChoice({ onLanguage }: Pick<WelcomeProps, 'onLanguage'>) {
  const said = useTexts(signInTexts)
  const language = useLanguage()
  return (
    <div role="group" aria-label={said.languages} className="languages">
      <button type="button" lang="en" aria-pressed={language === 'en'} onClick={() => onLanguage('en')}>
        {said.english}
      </button>
      <button type="button" lang="de" aria-pressed={language === 'de'} onClick={() => onLanguage('de')}>
        {said.german}
      </button>
    </div>
  )
}
