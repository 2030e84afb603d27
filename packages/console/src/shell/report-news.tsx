import { useEffect } from 'react'
import { useDesk } from '../live/desk.ts'
import { useToast } from '../parts/toasts.tsx'
import { failureTexts, failureWords } from '../texts/failures.ts'
import { roomReportTexts } from '../texts/reports.ts'
import { useFormat, useTexts } from '../texts/speech.ts'

/** A report that was not taken may have waited for long: whoever made it is told wherever they are now. */
export function ReportWords() {
  const { news } = useDesk().reports
  const toast = useToast()
  const said = useTexts(roomReportTexts)
  const failures = useTexts(failureTexts)
  const { count } = useFormat()
  useEffect(
    () =>
      news.watch(() => {
        const told = news.get()
        if (told === null) return
        if (told.kind === 'refused')
          toast.warn(said.refused(told.rooms, failureWords(told.failure, failures, count)))
        else for (const { room, by } of told.rooms) toast.warn(said.later(room, by))
      }),
    [news, toast, said, failures, count],
  )
  return null
}
