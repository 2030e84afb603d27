import { useLocation } from 'wouter'
import { mayChange, useDesk, useSession } from '../live/desk.ts'
import { useWatched } from '../live/use.ts'
import { Button } from '../parts/button.tsx'
import { Choice } from '../parts/choice.tsx'
import { Tick } from '../parts/field.tsx'
import { Icon } from '../parts/icon.tsx'
import { useClock } from '../parts/now.ts'
import { Popover } from '../parts/popover.tsx'
import { useToast } from '../parts/toasts.tsx'
import { shellTexts } from '../texts/shell.ts'
import { useLanguage, useTexts } from '../texts/speech.ts'
import { useConsole } from './console.ts'

/** Who sits here, how they like it, and the ways out. */
export function PersonMenu() {
  const { account, kind } = useSession()
  const said = useTexts(shellTexts)
  const isDisplay = kind === 'display'
  const who = isDisplay ? said.display : account
  return (
    <Popover
      label={who}
      opener={(toggle) => (
        <button type="button" className="person" onClick={toggle}>
          <Icon name={isDisplay ? 'display' : 'person'} size="small" />
          <span className="name">{who}</span>
        </button>
      )}
    >
      {(close) => (
        <>
          {isDisplay ? <p>{said.displayWhat}</p> : null}
          <Likes />
          <WaysOut onDone={close} />
        </>
      )}
    </Popover>
  )
}

function Likes() {
  const { preferences } = useConsole()
  const said = useTexts(shellTexts)
  const language = useLanguage()
  const { theme, density, letterKeys } = useWatched(preferences.kept)
  return (
    <>
      <Choice
        label={said.theme}
        value={theme}
        onChoose={(chosen) => preferences.change({ theme: chosen })}
        options={[
          { value: 'auto', word: said.themeAuto },
          { value: 'light', word: said.themeLight },
          { value: 'dark', word: said.themeDark },
        ]}
      />
      <Choice
        label={said.language}
        value={language}
        onChoose={(chosen) => preferences.change({ language: chosen })}
        options={[
          { value: 'en', word: said.english, lang: 'en' },
          { value: 'de', word: said.german, lang: 'de' },
        ]}
      />
      <Choice
        label={said.density}
        value={density}
        onChoose={(chosen) => preferences.change({ density: chosen })}
        options={[
          { value: 'compact', word: said.densityCompact },
          { value: 'normal', word: said.densityNormal },
          { value: 'touch', word: said.densityTouch },
        ]}
      />
      <Tick
        checked={letterKeys}
        onChange={({ target }) => preferences.change({ letterKeys: target.checked })}
      >
        {said.letterKeys}
      </Tick>
    </>
  )
}

function WaysOut({ onDone }: { readonly onDone: () => void }) {
  const { sessions } = useDesk()
  const session = useSession()
  const toast = useToast()
  const said = useTexts(shellTexts)
  const [, go] = useLocation()
  const clock = useClock()
  const isOpen = mayChange(session) && session.locked !== true
  const lock = () => {
    onDone()
    const locked = async () => {
      await sessions.lock()
      // The way back in, and not the menu that has just closed.
      clock.frame(() => document.querySelector<HTMLElement>('button.locked')?.focus())
    }
    void locked().catch(toast.failure)
  }
  return (
    <div className="buttons">
      {isOpen ? (
        <Button
          icon="person"
          onClick={() => {
            onDone()
            go('/me')
          }}
        >
          {said.me}
        </Button>
      ) : null}
      {isOpen ? (
        <Button icon="lock" asks onClick={lock}>
          {said.lock}
        </Button>
      ) : null}
      <Button icon="sign-out" asks onClick={() => void sessions.signOut().catch(toast.failure)}>
        {said.signOut}
      </Button>
    </div>
  )
}
