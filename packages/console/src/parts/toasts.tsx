import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { asFailure, type Failure } from '../kernel/failure.ts'
import { commonTexts } from '../texts/common.ts'
import { failureTexts, failureWords } from '../texts/failures.ts'
import { allInWords, mistakeTexts } from '../texts/mistakes.ts'
import { useFormat, useLanguage, useTexts } from '../texts/speech.ts'
import { BareButton } from './button.tsx'
import { Icon, Mark } from './icon.tsx'
import { useClock } from './now.ts'
import { isTyping } from './typing.ts'
import { useWhyNot } from './why-not.ts'

interface Undo {
  readonly word: string
  readonly act: () => void
  /** It is asked of the server; left out: it can wait on the device. */
  readonly asks?: boolean
}

interface Toast {
  readonly id: number
  readonly text: string
  readonly isBad: boolean
  /** What the server itself says of it, in English, and under which its log tells more. */
  readonly sentence?: string
  readonly reference?: string
  readonly undo?: Undo
}

export interface Toasts {
  /** Only for what is not visible anyway. */
  say(text: string, undo?: Undo): void
  failure(error: unknown): void
  /** What did not go as somebody thinks, in words of its own. */
  warn(text: string): void
}

const ToastContext = createContext<Toasts | null>(null)

export function useToast(): Toasts {
  const toasts = useContext(ToastContext)
  if (toasts === null) throw new Error('There is no place for a word above this part')
  return toasts
}

const LASTS_MS = 8_000
/** More would hide the page; the newest are kept. */
const MOST = 3
/** What can be taken back stands for as long as that is promised. */
const UNDO_MS = 10_000

export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const clock = useClock()
  const { count } = useFormat()
  const failures = useTexts(failureTexts)
  const mistakes = useTexts(mistakeTexts)
  const language = useLanguage()
  const [shown, setShown] = useState<readonly Toast[]>([])
  const toasts = useMemo(() => {
    let next = 0
    const remove = (id: number) => setShown((all) => all.filter((one) => one.id !== id))
    const add = (toast: Omit<Toast, 'id'>) => {
      const id = ++next
      setShown((all) => [...all, { ...toast, id }].slice(-MOST))
      clock.after(toast.undo === undefined ? LASTS_MS : UNDO_MS, () => remove(id))
    }
    return {
      remove,
      say: (text: string, undo?: Undo) => add({ text, isBad: false, ...(undo ? { undo } : {}) }),
      warn: (text: string) => {
        // A key that is pressed again and again says it once.
        setShown((all) => all.filter((one) => one.text !== text))
        add({ text, isBad: true })
      },
      failure: (error: unknown) => {
        const failure = asFailure(error)
        const words = allInWords(failure.told?.problems ?? [], mistakes, language)
        add({
          text: words ?? failureWords(failure, failures, count),
          isBad: true,
          ...(words === null ? toldOf(failure) : {}),
        })
      },
    }
  }, [clock, count, failures, mistakes, language])
  const last = shown.findLast(({ undo }) => undo !== undefined)
  const whyNot = useWhyNot()
  const takeLastBack = useMemo(() => {
    if (last?.undo === undefined) return null
    if (last.undo.asks === true && whyNot !== undefined) return () => toasts.warn(whyNot)
    return takeBack.bind(null, last.undo, () => toasts.remove(last.id))
  }, [last, toasts, whyNot])
  useTakenBackByKey(takeLastBack)
  return (
    <ToastContext value={toasts}>
      {children}
      <div className="toasts" aria-live="polite">
        {shown.map((one) => (
          <ToastLine key={one.id} toast={one} onClose={() => toasts.remove(one.id)} />
        ))}
      </div>
    </ToastContext>
  )
}

const INTERNAL = 99

/** A mistake of the server is of use to nobody but by its reference. */
const toldOf = ({ kind, told }: Failure): Pick<Toast, 'sentence' | 'reference'> => ({
  ...(kind === 'problem' && told !== null && told.description !== '' ? { sentence: told.description } : {}),
  ...(told?.error === INTERNAL ? { reference: told.reference } : {}),
})

function takeBack(undo: Undo, onClose: () => void): void {
  undo.act()
  onClose()
}

/** Without a pointer its button is too far away for the time that there is. Where somebody types, it is the field's own key. */
function useTakenBackByKey(act: (() => void) | null): void {
  useEffect(() => {
    if (act === null) return undefined
    const press = (event: KeyboardEvent) => {
      const isIt = (event.ctrlKey || event.metaKey) && event.code === 'KeyZ' && !event.shiftKey
      if (!isIt || event.defaultPrevented || isTyping(event.target)) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [act])
}

function ToastLine({ toast, onClose }: { readonly toast: Toast; readonly onClose: () => void }) {
  const { close, undoKeys } = useTexts(commonTexts)
  const { undo } = toast
  return (
    <div className={`toast ${toast.isBad ? 's-bad' : 's-good'}`}>
      <Mark name={toast.isBad ? 'failed' : 'tick'} />
      <span className="grow">
        {toast.text}
        {toast.sentence === undefined ? null : (
          <span className="sentence" lang="en">
            {toast.sentence}
          </span>
        )}
        {toast.reference === undefined ? null : <code className="sentence">{toast.reference}</code>}
      </span>
      {undo === undefined ? null : (
        <BareButton
          className="undo"
          aria-keyshortcuts="Control+Z"
          asks={undo.asks ?? false}
          onClick={() => takeBack(undo, onClose)}
        >
          <span>
            {undo.word} <small aria-hidden="true">{undoKeys}</small>
          </span>
        </BareButton>
      )}
      <button type="button" className="undo" onClick={onClose} aria-label={close}>
        <Icon name="close" size="small" />
      </button>
    </div>
  )
}
