import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Drafts } from '../../hotel/settings/fields.ts'
import { secretBytes } from '../../kernel/ids.ts'
import { useDesk, useSession } from '../../live/desk.ts'
import { AddressCode } from '../../parts/address-code.tsx'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { useToast } from '../../parts/toasts.tsx'
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
      {isNew ? null : <OpenSessions username={username} />}
      {slip === null ? null : <Slip name={name} password={slip} onClose={() => setSlip(null)} />}
    </div>
  )
}

function OpenSessions({ username }: { readonly username: string }) {
  const texts = useTexts(settingsTexts)
  const { client } = useDesk()
  const queries = useQueryClient()
  const toast = useToast()
  const queryKey = ['settings-sessions']
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => client.call('openSession.list', {}, { signal }),
  })
  const open = data?.sessions.filter(({ account }) => account === username).length ?? 0
  if (open === 0) return null
  const end = async () => {
    await client.call('openSession.removeAll', { query: { account: username } })
    toast.say(texts.sessionsEnded)
    await queries.invalidateQueries({ queryKey })
  }
  return (
    <>
      <span className="second">{texts.sessions(open)}</span>
      <Button icon="sign-out" asks onClick={() => void end().catch(toast.failure)}>
        {texts.endSessions}
      </Button>
    </>
  )
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
