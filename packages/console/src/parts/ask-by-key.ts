import { useToast } from './toasts.tsx'
import { useWhyNot } from './why-not.ts'

/** A key cannot be greyed out as a button is: what it asks of the server it leaves, and says why, while nobody would answer. */
export function useAskByKey(): (act: () => void) => void {
  const whyNot = useWhyNot()
  const toast = useToast()
  return (act) => (whyNot === undefined ? act() : toast.warn(whyNot))
}
