import { useEffect } from 'react'
import { useDesk } from '../live/desk.ts'
import { useToast } from '../parts/toasts.tsx'
import { failureTexts, failureWords } from '../texts/failures.ts'
import { roomReportTexts } from '../texts/reports.ts'
import { useFormat, useTexts } from '../texts/speech.ts'

/** A report or a charge that was not taken may have waited for long: whoever made it is told wherever they are now. */
export function ReportWords() {
  const { reports, baskets } = useDesk()
  const { news } = reports
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
  useEffect(
    () =>
      baskets.news.watch(() => {
        const { basket, failure } = baskets.news.get() ?? {}
        if (basket === undefined || !failure) return
        toast.warn(said.basket(basket.room, failureWords(failure, failures, count)))
      }),
    [baskets, toast, said, failures, count],
  )
  return null
}
