import { useState } from 'react'
import { asFailure } from '../../kernel/failure.ts'
import { useDesk } from '../../live/desk.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useWhyNot } from '../../parts/why-not.ts'
import { useTexts } from '../../texts/speech.ts'
import { settingsTexts } from './texts.ts'

const DIALLED = /^\d{1,12}$/
const PIN = /^\d{4,8}$/

/** For users whose name can be dialled: what they sign in with by telephone. */
export function PhonePin({ username }: { readonly username: string }) {
  const texts = useTexts(settingsTexts)
  const [isOpen, setOpen] = useState(false)
  if (!DIALLED.test(username)) return null
  return (
    <>
      <Button icon="phone" asks onClick={() => setOpen(true)}>
        {texts.phonePin}
      </Button>
      {isOpen ? <PhonePinDialog username={username} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function PhonePinDialog({ username, onClose }: { readonly username: string; readonly onClose: () => void }) {
  const texts = useTexts(settingsTexts)
  const { client } = useDesk()
  const toast = useToast()
  const [pin, setPin] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<string | null>(null)
  const done = async (work: Promise<unknown>, words: string) => {
    setBusy(true)
    try {
      await work
      toast.say(words)
      onClose()
    } catch (error) {
      if (asFailure(error).told?.code === 'parameter.invalid') setWrong(texts.phonePinCommon)
      else toast.failure(error)
      setBusy(false)
    }
  }
  const params = { key: username }
  const set = () => done(client.call('user.phonePin', { params, body: { pin } }), texts.phonePinSet)
  const isHeard = useWhyNot() === undefined
  const isReady = isHeard && PIN.test(pin) && !isBusy
  return (
    <Dialog title={texts.phonePinOf(username)} onClose={onClose}>
      <Field
        label={texts.phonePin}
        hint={texts.phonePinWhy}
        inputMode="numeric"
        autoComplete="off"
        maxLength={8}
        value={pin}
        wrong={wrong}
        onChange={({ target }) => {
          setWrong(null)
          setPin(target.value.trim())
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          if (isReady) void set()
        }}
        data-autofocus
      />
      <div className="buttons">
        <Button
          asks
          disabled={isBusy}
          onClick={() => void done(client.call('user.noPhonePin', { params }), texts.phonePinGone)}
        >
          {texts.phonePinTake}
        </Button>
        <Button icon="key" look="main" asks disabled={!isReady} aria-busy={isBusy} onClick={() => void set()}>
          {texts.phonePinKeep}
        </Button>
      </div>
    </Dialog>
  )
}
