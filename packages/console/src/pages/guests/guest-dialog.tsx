import type { GuestRecord } from '@reveille/contract'
import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'wouter'
import { sharersOf } from '../../hotel/guests.ts'
import { may } from '../../hotel/permissions.ts'
import { mayChange, useDesk, useRoomNames, useSession } from '../../live/desk.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Tag } from '../../parts/state.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useTexts } from '../../texts/speech.ts'
import { type GuestForm, GuestFields } from './check-in.tsx'
import { GuestLeaves } from './leaving.tsx'
import { Moving } from './moving.tsx'
import { guestTexts } from './texts.ts'

interface GuestDialogProps {
  readonly id: string
  readonly guests: readonly GuestRecord[]
  readonly onClose: () => void
}

/** One guest: what can be changed, and the ways out of the room. */
export function GuestDialog({ id, guests, onClose }: GuestDialogProps) {
  const said = useTexts(guestTexts)
  const guest = guests.find((one) => one.id === id)
  if (guest === undefined)
    return (
      <Dialog title={said.title} onClose={onClose}>
        <p>{said.gone}</p>
      </Dialog>
    )
  return <OneGuest guest={guest} sharers={sharersOf(guests, guest)} onClose={onClose} />
}

interface OneGuestProps {
  readonly guest: GuestRecord
  readonly sharers: readonly GuestRecord[]
  readonly onClose: () => void
}

function OneGuest({ guest, sharers, onClose }: OneGuestProps) {
  const said = useTexts(guestTexts)
  const session = useSession()
  const [query, setQuery] = useSearchParams()
  const doing = query.get('do')
  const start = (deed: string) =>
    setQuery((before) => {
      const next = new URLSearchParams(before)
      next.set('do', deed)
      return next
    })
  const end = () =>
    setQuery((before) => {
      const next = new URLSearchParams(before)
      next.delete('do')
      next.delete('guest')
      return next
    })
  const room = useRoomNames()(guest)
  const isDesk = mayChange(session) && may(session.permissions, ['frontdesk'])
  const name = guest.name === '' ? said.nameless : guest.name
  return (
    <Dialog title={`${said.guestOf(room)} · ${name}`} onClose={doing === null ? onClose : end}>
      {guest.system === '' ? null : <Tag state="again">{said.ofSystem(guest.system)}</Tag>}
      {doing === 'move' ? <Moving guest={guest} sharers={sharers} onDone={end} /> : null}
      {doing === 'check-out' ? <GuestLeaves guest={guest} sharers={sharers} onDone={end} /> : null}
      {doing === null ? (
        <>
          <Changing guest={guest} onDone={onClose} />
          {isDesk ? (
            <div className="buttons guest-ways">
              <Button icon="switch" asks onClick={() => start('move')}>
                {said.move}
              </Button>
              <Button icon="sign-out" asks onClick={() => start('check-out')}>
                {said.checkOut}
              </Button>
            </div>
          ) : null}
        </>
      ) : null}
    </Dialog>
  )
}

function Changing({ guest, onDone }: { readonly guest: GuestRecord; readonly onDone: () => void }) {
  const said = useTexts(guestTexts)
  const { client } = useDesk()
  const toast = useToast()
  const isAllowed = mayChange(useSession())
  const [form, setForm] = useState<GuestForm>({
    name: guest.name,
    language: guest.language ?? '',
    vip: guest.vip,
  })
  const save = async () => {
    await client.call('guest.change', { params: { id: guest.id }, body: form })
    toast.say(said.saved)
    onDone()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save().catch(toast.failure)
  }
  return (
    <form className="guest-form" onSubmit={submit}>
      <GuestFields form={form} onChange={(change) => setForm({ ...form, ...change })} />
      {isAllowed ? (
        <div className="buttons">
          <Button look="main" type="submit" asks>
            {said.save}
          </Button>
        </div>
      ) : null}
    </form>
  )
}
