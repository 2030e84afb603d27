import type { LineTestRecord } from '@reveille/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { troubleInTest } from '../../hotel/line-trial.ts'
import { useDesk } from '../../live/desk.ts'
import { explained, lineTexts } from '../../texts/lines.ts'
import { useFormat, useTexts } from '../../texts/speech.ts'
import { setupTexts } from './texts.ts'
import { CheckLine, TroubleBox } from './trouble-box.tsx'

const LOOK_MS = 700

/** A test call over a line, followed until it is over. */
export function useTestCall(line: string | undefined, onOver: () => void = () => {}) {
  const { client } = useDesk()
  const [id, setId] = useState<string | null>(null)
  const { data } = useQuery({
    queryKey: ['line-test', line, id],
    enabled: id !== null,
    queryFn: async () => {
      const test = await client.call('line.tested', { params: { key: line ?? '', id: id ?? '' } })
      if (test.state === 'over') onOver()
      return test
    },
    refetchInterval: ({ state }) => (state.data?.state === 'over' ? false : LOOK_MS),
  })
  const ring = async (extension: string) => {
    const { id: begun } = await client.call('line.test', { params: { key: line ?? '' }, body: { extension } })
    setId(begun)
  }
  return { test: id === null ? null : (data ?? null), isGoing: id !== null && data?.state !== 'over', ring }
}

/** What of it is proved by now. */
export function TestCall({ test, place }: { readonly test: LineTestRecord; readonly place: string }) {
  const said = useTexts(setupTexts)
  const words = useTexts(lineTexts)
  const { number } = useFormat()
  const trouble = troubleInTest(test)
  const has = (step: LineTestRecord['steps'][number]['step']) => test.steps.some((one) => one.step === step)
  const isOver = test.state === 'over'
  const left = isOver ? 'wrong' : 'open'
  const { end } = test
  const heard = end?.audio?.received ?? 0
  const facts = { place, name: test.extension, announced: end?.audio?.announced ?? '' }
  const exact =
    end !== null && end.verdict === 'refused' && end.status !== null
      ? words.exchangeSays(end.status, end.reason)
      : ''
  return (
    <>
      {trouble === null ? null : <TroubleBox {...explained(words, trouble, facts)} exact={exact} />}
      <ul className="checks" aria-live="polite">
        {test.state === 'waiting' ? <CheckLine is="going">{said.waiting}</CheckLine> : null}
        <CheckLine is={has('dialled') ? 'well' : left}>{said.dialled}</CheckLine>
        <CheckLine is={has('answered') ? 'well' : has('ringing') && !isOver ? 'going' : left}>
          {has('ringing') && !has('answered') && !isOver ? said.ringing : said.pickedUp}
        </CheckLine>
        <CheckLine is={has('key') ? 'well' : left}>{said.youHearMe}</CheckLine>
        <CheckLine is={heard > 0 || end?.verdict === 'well' ? 'well' : left}>
          {heard > 0 ? said.iHearYou(number(heard)) : said.iHear}
        </CheckLine>
      </ul>
    </>
  )
}
