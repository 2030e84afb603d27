import { useState } from 'react'
import { browserIn } from '../kernel/browser.ts'
import { instantOf } from '../kernel/clock.ts'
import { type ScreenTexts, screenTexts } from '../texts/screens.ts'
import { useFormat, useTexts } from '../texts/speech.ts'
import { Button } from './button.tsx'
import { Confirm } from './dialog.tsx'
import { Icon } from './icon.tsx'
import { useNow } from './now.ts'

const MINUTE = 60_000
/** A device may be called by a name of its own. */
const SHORT = 40

interface Screen {
  readonly kind: 'person' | 'display'
  readonly locked: boolean
  readonly made: string
  readonly seen: string
  readonly address: string
  readonly agent: string
}

interface ScreenLineProps {
  readonly screen: Screen
  /** The one that somebody sits at; it is left by signing out. */
  readonly isHere?: boolean
  readonly onEnd: () => void
}

/** `Chrome on Windows`: what browsers say of themselves is for machines. */
function browserWords(agent: string, said: ScreenTexts): string {
  const { browser, system } = browserIn(agent)
  if (browser === '') return agent.length <= SHORT ? agent : said.otherBrowser
  return system === '' ? browser : said.browserOn(browser, system)
}

/** A screen where somebody is signed in: since when, when it was touched last, from where, and by which browser. */
export function ScreenLine({ screen, isHere = false, onEnd }: ScreenLineProps) {
  const said = useTexts(screenTexts)
  const format = useFormat()
  const now = useNow(MINUTE)
  const [isAsking, setAsking] = useState(false)
  const marks = [
    isHere ? said.here : '',
    screen.kind === 'display' ? said.display : '',
    screen.locked ? said.locked : '',
  ].filter(Boolean)
  const made = instantOf(screen.made)
  return (
    <li className="screen-line">
      <Icon name={screen.kind === 'display' ? 'display' : 'person'} />
      <span className="grow">
        <b>{[screen.address, ...marks].join(' · ')}</b>
        <small>
          {said.signedIn(`${format.day(made)} ${format.time(made)}`)} ·{' '}
          {said.seen(format.age(now - instantOf(screen.seen)))}
        </small>
        <small title={screen.agent}>{browserWords(screen.agent, said)}</small>
      </span>
      {isHere ? null : (
        <Button asks onClick={() => setAsking(true)}>
          {said.signOut}
        </Button>
      )}
      {isAsking ? (
        <Confirm
          title={said.endTitle(screen.address)}
          deed={said.signOut}
          isDangerous
          asks
          onNo={() => setAsking(false)}
          onYes={() => {
            setAsking(false)
            onEnd()
          }}
        >
          <p>{said.endWhat}</p>
        </Confirm>
      ) : null}
    </li>
  )
}
