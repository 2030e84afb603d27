import { useState } from 'react'

/** A question before something is saved: `asked` is what it is about, until `answer` says whether it was meant. */
export function useAsking<About>() {
  const [open, setOpen] = useState<{ about: About; tell: (isMeant: boolean) => void } | null>(null)
  return {
    asked: open?.about ?? null,
    ask: (about: About): Promise<boolean> => new Promise((tell) => setOpen({ about, tell })),
    answer: (isMeant: boolean) => {
      open?.tell(isMeant)
      setOpen(null)
    },
  }
}
