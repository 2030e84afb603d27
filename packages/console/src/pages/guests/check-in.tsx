import type { BoardRecord, GuestRecord } from '@reveille/contract'
import { type FormEvent, useState } from 'react'
import { useDesk, useSession, useTenantQuery } from '../../live/desk.ts'
import { useAll } from '../../live/use.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field, Picker, Tick } from '../../parts/field.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { commonTexts } from '../../texts/common.ts'
import { useFormat, useTexts } from '../../texts/speech.ts'
import { guestTexts } from './texts.ts'

interface CheckInProps {
  readonly guests: readonly GuestRecord[]
  readonly onClose: () => void
}

/** Promises are never shown before they are stored: the guest stands in the list when the server has them. */
export function CheckInDialog({ guests, onClose }: CheckInProps) {
  const said = useTexts(guestTexts)
  const { cancel } = useTexts(commonTexts)
  const toast = useToast()
  const { client, house } = useDesk()
  const { site, tenants } = useSession()
  const asked = useTenantQuery()
  const rooms = [...useAll(house.rooms.store).values()].filter(({ extension }) => extension !== '')
  const [form, setForm] = useState({ room: '', house: '', name: '', language: '', vip: false })
  const [isTried, setTried] = useState(false)
  const [number = '', wing = ''] = form.room.split('·').map((part) => part.trim())
  const meant = rooms.filter(
    (one) =>
      one.number === number && (wing === '' || tenants.find(({ id }) => id === one.tenant)?.name === wing),
  )
  // A guest who is checked in to another house is rung there: of several rooms none is meant before somebody says which.
  const room = meant.length > 1 ? meant[Number(form.house === '' ? -1 : form.house)] : meant[0]
  const there = guests.filter(
    (one) => room !== undefined && one.room === room.number && one.tenant === room.tenant,
  )
  const format = useFormat()
  const checkIn = async ({ number: to, tenant }: BoardRecord) => {
    const { name, language, vip } = form
    const body = { name, vip, ...(language === '' ? {} : { language }) }
    const { language: spoken } = await client.call('stay.checkIn', {
      params: { number: to },
      query: asked(tenant),
      body,
    })
    if (language === '' || spoken === language) toast.say(said.welcome(to))
    else toast.warn(said.unspoken(to, format.languageName(language), format.languageName(spoken)))
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (room === undefined) return
    void checkIn(room).catch(toast.failure)
  }
  const nameOf = (tenant: string) => tenants.find(({ id }) => id === tenant)?.name
  return (
    <Dialog title={said.checkIn} onClose={onClose}>
      <form className="guest-form" onSubmit={submit}>
        <Field
          label={said.room}
          list="guest-rooms"
          inputMode="numeric"
          value={form.room}
          data-autofocus
          required
          wrong={isTried && meant.length === 0 ? said.noSuchRoom : null}
          {...(there.length > 0
            ? { hint: said.occupiedBy(there.map(({ name }) => name).join(said.and)) }
            : {})}
          onChange={({ target }) => setForm({ ...form, room: target.value, house: '' })}
        />
        <datalist id="guest-rooms">
          {rooms
            .filter(({ occupied }) => !occupied)
            .map(({ number: one, tenant }) => (
              <option
                key={`${tenant} ${one}`}
                value={tenant === '' ? one : `${one} · ${nameOf(tenant) ?? ''}`}
              />
            ))}
        </datalist>
        {meant.length > 1 ? (
          <Picker
            label={said.whichHouse(number)}
            value={form.house}
            required
            options={[
              { value: '', word: '' },
              ...meant.map(({ tenant }, at) => ({ value: String(at), word: nameOf(tenant) ?? site.name })),
            ]}
            onChange={({ target }) => setForm({ ...form, house: target.value })}
          />
        ) : null}
        <GuestFields form={form} onChange={(change) => setForm({ ...form, ...change })} />
        <div className="buttons">
          <Button onClick={onClose}>{cancel}</Button>
          <Button look="main" type="submit" asks>
            {said.checkIn}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

export interface GuestForm {
  readonly name: string
  readonly language: string
  readonly vip: boolean
}

interface GuestFieldsProps {
  readonly form: GuestForm
  readonly onChange: (change: Partial<GuestForm>) => void
}

/** What announcements are spoken in without anything installed comes first; a hotel may have recorded others. */
const TAGS =
  'en de fr es it ar cs da el fi he hi hr hu ja ko nl no pl pt ro ru sk sl sr sv th tr uk vi zh'.split(' ')

/** What a property system has told is kept, also where it is none of ours. */
const tagsWith = (own: string) => (own === '' || TAGS.includes(own) ? TAGS : [...TAGS, own])

export function GuestFields({ form, onChange }: GuestFieldsProps) {
  const said = useTexts(guestTexts)
  const format = useFormat()
  return (
    <>
      <Field
        label={said.name}
        value={form.name}
        maxLength={100}
        autoComplete="off"
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <Picker
        label={said.language}
        value={form.language}
        options={[
          { value: '', word: said.ofHouse },
          ...tagsWith(form.language).map((tag) => ({ value: tag, word: format.languageName(tag) })),
        ]}
        onChange={({ target }) => onChange({ language: target.value })}
      />
      <Tick checked={form.vip} onChange={({ target }) => onChange({ vip: target.checked })}>
        {said.vip}
      </Tick>
    </>
  )
}
