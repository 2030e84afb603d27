import { clipboard } from '../kernel/files.ts'
import { commonTexts } from '../texts/common.ts'
import { useTexts } from '../texts/speech.ts'
import { Button } from './button.tsx'
import { useToast } from './toasts.tsx'

/** Copies a text; not there where the browser does not let a page. */
export function CopyButton({ text, children }: { readonly text: string; readonly children: string }) {
  const { copied } = useTexts(commonTexts)
  const toast = useToast()
  const board = clipboard()
  if (board === null) return null
  return (
    <Button
      icon="copy"
      onClick={() => void board.writeText(text).then(() => toast.say(copied), toast.failure)}
    >
      {children}
    </Button>
  )
}
