import { clipboard } from '../kernel/files.ts'
import type { IconName } from '../look/icons.ts'
import { commonTexts } from '../texts/common.ts'
import { useTexts } from '../texts/speech.ts'
import { Button } from './button.tsx'
import { useToast } from './toasts.tsx'

/** Null where the browser does not let a page copy. */
function useCopy(text: string): (() => void) | null {
  const { copied } = useTexts(commonTexts)
  const toast = useToast()
  const board = clipboard()
  return board && (() => void board.writeText(text).then(() => toast.say(copied), toast.failure))
}

/** Copies a text; not there where it cannot. */
export function CopyButton({ text, children }: { readonly text: string; readonly children: string }) {
  const copy = useCopy(text)
  return copy === null ? null : (
    <Button icon="copy" onClick={copy}>
      {children}
    </Button>
  )
}

interface CopySignProps {
  readonly text: string
  /** What it copies. */
  readonly what: string
  readonly icon?: IconName
}

/** The same, where there is room for a sign only. */
export function CopySign({ text, what, icon = 'copy' }: CopySignProps) {
  const copy = useCopy(text)
  return copy === null ? null : (
    <Button look="quiet" icon={icon} aria-label={what} title={what} onClick={copy} />
  )
}
