import type { ReactNode } from 'react'
import { useIsCutOff } from '../live/use.ts'
import { WhyNotContext } from '../parts/why-not.ts'
import { shellTexts } from '../texts/shell.ts'
import { useTexts } from '../texts/speech.ts'

/** Tells every button below it why nothing can be asked of the server, as long as that is so. */
export function Unanswered({ children }: { readonly children: ReactNode }) {
  const said = useTexts(shellTexts)
  return <WhyNotContext value={useIsCutOff() ? said.noServer : undefined}>{children}</WhyNotContext>
}
