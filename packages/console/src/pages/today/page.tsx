import { shellTexts } from '../../texts/shell.ts'
import { useTexts } from '../../texts/speech.ts'
import { EntryLine } from './entry/entry-line.tsx'

/** The coming morning: who is to be woken, and how it goes. */
export default function TodayPage() {
  const said = useTexts(shellTexts)
  return (
    <>
      <h1 className="heard-only">{said.today}</h1>
      <EntryLine />
    </>
  )
}
