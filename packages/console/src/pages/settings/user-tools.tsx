import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Drafts } from '../../hotel/settings/fields.ts'
import { secretBytes } from '../../kernel/ids.ts'
import { useDesk, useSession } from '../../live/desk.ts'
import { AddressCode, OnlyHere } from '../../parts/address-code.tsx'
import { Button } from '../../parts/button.tsx'
import { Confirm, Dialog } from '../../parts/dialog.tsx'
import { ScreenLine } from '../../parts/screen-line.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { screenTexts } from '../../texts/screens.ts'
import { useLanguage, useTexts } from '../../texts/speech.ts'
import { LABELS } from './labels.ts'
import { PhonePin } from './phone-pin.tsx'
import { settingsTexts } from './texts.ts'

interface UserToolsProps {
  readonly username: string
  readonly isNew: boolean
  readonly drafts: Drafts
  readonly onChange: (drafts: Drafts) => void
}

/** A password on paper, and where somebody is signed in. */
export function UserTools({ username, isNew, drafts, onChange }: UserToolsProps) {
  const texts = useTexts(settingsTexts)
  const [slip, setSlip] = useState<string | null>(null)
  const name = isNew ? String(drafts['username'] ?? '') : username
  return (
    <>
      <div className="tools">
        <Button
          icon="key"
          onClick={() => {
            const password = newPassword()
            setSlip(password)
            onChange({ ...drafts, password })
          }}
        >
          {texts.slip}
        </Button>
        {isNew ? null : <PhonePin username={username} />}
        {slip === null ? null : <Slip name={name} password={slip} onClose={() => setSlip(null)} />}
      </div>
      {isNew ? null : <OpenScreens username={username} />}
    </>
  )
}

/** Whoever left, or whose phone is lost, is signed out from here: at one screen, or at all of them. */
function OpenScreens({ username }: { readonly username: string }) {
  const texts = useTexts(settingsTexts)
  const { everywhere, endWhat } = useTexts(screenTexts)
  const { open, end, endAll } = useOpenScreens(username)
  const here = useOwnScreen(username)
  const [isAsking, setAsking] = useState(false)
  if (open.length === 0) return null
  return (
    <section className="screens" aria-label={texts.sessions(open.length)}>
      <h2>{texts.sessions(open.length)}</h2>
      <ul>
        {open.map((one) => (
          <ScreenLine key={one.id} screen={one} isHere={one.id === here} onEnd={() => end(one.id)} />
        ))}
      </ul>
      <Button icon="sign-out" asks onClick={() => setAsking(true)}>
        {everywhere}
      </Button>
      {isAsking ? (
        <Confirm
          title={everywhere}
          deed={everywhere}
          isDangerous
          asks
          onNo={() => setAsking(false)}
          onYes={() => {
            setAsking(false)
            endAll()
          }}
        >
          <p>{endWhat}</p>
        </Confirm>
      ) : null}
    </section>
  )
}

const SCREENS = ['settings-sessions']

/** The screen that somebody sits at, where the account is their own: it is left by signing out. */
function useOwnScreen(account: string): string | undefined {
  const { client } = useDesk()
  const isOwn = useSession().account === account
  const { data } = useQuery({
    queryKey: ['my-sessions'],
    queryFn: ({ signal }) => client.call('session.mine', {}, { signal }),
    enabled: isOwn,
  })
  return isOwn ? data?.sessions.find(({ here }) => here)?.id : undefined
}

function useOpenScreens(account: string) {
  const texts = useTexts(settingsTexts)
  const { client } = useDesk()
  const queries = useQueryClient()
  const toast = useToast()
  const { data } = useQuery({
    queryKey: SCREENS,
    queryFn: ({ signal }) => client.call('openSession.list', {}, { signal }),
  })
  const ended = async (ending: Promise<unknown>, words: string) => {
    await ending
    toast.say(words)
    await queries.invalidateQueries({ queryKey: SCREENS })
  }
  return {
    open: data?.sessions.filter((one) => one.account === account) ?? [],
    end: (id: string) =>
      void ended(client.call('openSession.remove', { params: { id } }), texts.sessionEnded).catch(
        toast.failure,
      ),
    endAll: () =>
      void ended(client.call('openSession.removeAll', { query: { account } }), texts.sessionsEnded).catch(
        toast.failure,
      ),
  }
}

interface SlipProps {
  readonly name: string
  readonly password: string
  readonly onClose: () => void
}

function Slip({ name, password, onClose }: SlipProps) {
  const texts = useTexts(settingsTexts)
  const language = useLanguage()
  const { site } = useSession()
  return (
    <Dialog title={texts.slipTitle} onClose={onClose}>
      <div className="slip">
        <strong>{site.name}</strong>
        <span>{location.origin}</span>
        <AddressCode />
        <dl>
          <dt>{LABELS.username[language]}</dt>
          <dd>{name}</dd>
          <dt>{LABELS.password[language]}</dt>
          <dd>
            <code>{password}</code>
          </dd>
        </dl>
      </div>
      <p className="second">{texts.slipWhy}</p>
      <OnlyHere />
      <div className="buttons">
        <Button icon="print" look="main" onClick={() => print()} data-autofocus>
          {texts.print}
        </Button>
      </div>
    </Dialog>
  )
}

/** Easily read aloud: no letter looks like another. */
const LETTERS = 'abcdefghkmnpqrstuvwxyz23456789'
const PARTS = 4
const LENGTH = 4

function newPassword(): string {
  const letters = Array.from(secretBytes(PARTS * LENGTH), (byte) => LETTERS[byte % LETTERS.length])
  return Array.from({ length: PARTS }, (_, at) =>
    letters.slice(at * LENGTH, (at + 1) * LENGTH).join(''),
  ).join('-')
}
