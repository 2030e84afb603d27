import { describe, expect, it } from 'vitest'
import { EXCHANGE_SILENT } from '@reveille/sip'
import { manualClock } from '../../../testing/manual-clock.ts'
import { seconds } from '../../kernel/clock.ts'
import { LineJudge } from './line-judge.ts'

const PBX = 'UDP pbx.example:5060'
const SILENT = 'dead: the exchange does not answer'

function judgeOf() {
  const clock = manualClock(0)
  const exchange = { silent: false }
  const verdicts: string[] = []
  const back: string[] = []
  const judge = new LineJudge({
    clock,
    ping: () => Promise.resolve(exchange.silent ? EXCHANGE_SILENT : null),
    onVerdict: (line, { is, why }) => void verdicts.push(`${line} is ${is}${why && `: ${why}`}`),
    onBack: (lines) => void back.push(...lines),
  })
  const pass = async (ms: number) => {
    clock.advance(ms)
    await new Promise<void>((resolve) => clock.soon(resolve))
  }
  /** Two questions without an answer. */
  const goesAway = async () => {
    exchange.silent = true
    await pass(seconds(10))
    await pass(seconds(1))
  }
  const said = () => verdicts.splice(0)
  return { judge, exchange, pass, goesAway, said, back }
}

describe('a line that does not register', () => {
  it('works until its exchange is silent, and again when it answers', async () => {
    const { judge, exchange, pass, goesAway, said, back } = judgeOf()
    judge.add('a', PBX, false)
    await pass(0)
    expect(said()).toEqual(['a is working'])
    await goesAway()
    expect(said()).toEqual([`a is ${SILENT}`])
    exchange.silent = false
    await pass(seconds(1))
    expect([said(), back]).toEqual([['a is working'], ['a']])
  })

  it('works as soon as a call came through, although its exchange does not answer when asked', async () => {
    const { judge, pass, goesAway, said } = judgeOf()
    judge.add('a', PBX, false)
    await pass(0)
    await goesAway()
    said()
    judge.proven('a')
    await pass(seconds(1))
    expect(said()).toEqual(['a is working'])
  })
})

describe('a line whose calls are refused for who we are', () => {
  it('does not work until one goes well, and is silent rather than refused when its exchange is', async () => {
    const { judge, exchange, pass, goesAway, said } = judgeOf()
    judge.add('a', PBX, false)
    await pass(0)
    judge.refused('a', '407')
    await goesAway()
    exchange.silent = false
    await pass(seconds(1))
    judge.proven('a')
    expect(said()).toEqual([
      'a is working',
      'a is dead: 407',
      `a is ${SILENT}`,
      'a is dead: 407',
      'a is working',
    ])
  })
})

describe('a line that registers', () => {
  it('is unknown until it was answered, and dead when it is refused, also while it tries again', () => {
    const { judge, said, back } = judgeOf()
    judge.add('a', PBX, true)
    judge.onRegistration('a', 'registering', '')
    expect(said()).toEqual(['a is unknown: it has not registered yet'])
    judge.onRegistration('a', 'backing off', '404 Not Found')
    judge.onRegistration('a', 'registering', '')
    expect(said()).toEqual(['a is dead: the exchange does not know its extension (404 Not Found)'])
    judge.onRegistration('a', 'registered', '')
    expect([said(), back]).toEqual([['a is working'], ['a']])
  })

  it('is dead when its exchange, which used to answer, is silent; all lines of that exchange are', async () => {
    const { judge, pass, goesAway, said } = judgeOf()
    judge.add('a', PBX, true)
    judge.add('b', PBX, true)
    judge.add('c', 'UDP other.example:5060', false)
    judge.onRegistration('a', 'registered', '')
    judge.onRegistration('b', 'registered', '')
    await pass(0)
    said()
    judge.remove('c')
    await goesAway()
    expect(said()).toEqual([`a is ${SILENT}`, `b is ${SILENT}`])
  })

  it('works although its exchange has never answered that question', async () => {
    const { judge, exchange, pass, said } = judgeOf()
    exchange.silent = true
    judge.add('a', PBX, true)
    await pass(0)
    judge.onRegistration('a', 'registered', '')
    said()
    await pass(seconds(1))
    await pass(seconds(1))
    expect(said()).toEqual([])
  })
})

it('of lines that are not judged nothing is said', async () => {
  const { judge, pass, said } = judgeOf()
  judge.onRegistration('a', 'registered', '')
  judge.failed('a')
  judge.unanswered('a')
  judge.proven('a')
  judge.remove('a')
  await pass(seconds(30))
  expect(said()).toEqual([])
})
