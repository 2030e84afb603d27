import { describe, expect, it } from 'vitest'
import { bookOf } from '../../../testing/spoken-languages.ts'
import { manualClock } from '../../../testing/manual-clock.ts'
import { minutes, systemClock } from '../../kernel/clock.ts'
import { createEspeak } from './espeak.ts'
import type { Run } from './run.ts'
import type { Synthesiser } from './synthesiser.ts'
import { createTimeSlices } from '../audio/steps.ts'
import { wavOfPcmu } from '../audio/wav.ts'

const TONE = Uint8Array.from({ length: 4_000 }, (_, n) => (n % 8 < 4 ? 0x9f : 0x1f))

/** A synthesiser that hums, and remembers what it was asked. */
function hummer(answer: () => Uint8Array | null = () => wavOfPcmu(TONE, 8_000)) {
  const asked: { program: string; words: readonly string[]; input: string }[] = []
  const run: Run = (program, words, input) => {
    asked.push({ program, words, input })
    return Promise.resolve(answer())
  }
  return { run, asked }
}

function espeakWith(run: Run, clock = manualClock(0)) {
  return createEspeak(run, clock, createTimeSlices(clock))
}

describe('free wording', () => {
  it('goes to espeak-ng through its standard input, in the voice of the language', async () => {
    const { run, asked } = hummer()
    const said = await espeakWith(run).speak('Grand Hotel', bookOf('de'))
    expect(asked).toEqual([
      {
        program: 'espeak-ng',
        words: ['-v', 'de+f2', '-s', '165', '-p', '50', '-b', '1', '--stdin', '--stdout'],
        input: 'Grand Hotel.',
      },
    ])
    expect(said?.pcmu.length).toBeGreaterThan(2_500)
    expect(said?.wide).toHaveLength(2 * (said?.pcmu.length ?? 0))
  })

  it.each([
    ['control characters', 'Grand\u0000\u001b[2J Hotel\r\n', 'Grand 2J Hotel.'],
    ['commands in angular brackets', '<speed level="9">Hotel</speed>', 'speed level="9" Hotel /speed.'],
    ['phonemes in brackets', "[[h@l'oU]] you", "h@l'oU you."],
    ['invisible characters', 'Gr\u200band\u202e', 'Gr and.'],
    ['half a sign', 'Hotel \ud83d', 'Hotel.'],
    ['marks that stand alone', 'Zu\u0308rich', 'Zürich.'],
  ])('is freed of %s', async (_, text, input) => {
    const { run, asked } = hummer()
    await espeakWith(run).speak(text, bookOf('en'))
    expect(asked[0]?.input).toBe(input)
  })

  it('is cut where it would never end', async () => {
    const { run, asked } = hummer()
    await espeakWith(run).speak('a'.repeat(100_000), bookOf('en'))
    expect(asked[0]?.input).toHaveLength(401)
  })

  it.each(['', ' \n', '\u0000'])('%j is not spoken at all', async (text) => {
    const { run, asked } = hummer()
    expect(await espeakWith(run).speak(text, bookOf('en'))).toBeNull()
    expect(asked).toEqual([])
  })

  it.each<[string, Uint8Array | null]>([
    ['cannot be had', null],
    ['gives garbage', Uint8Array.from([1, 2, 3])],
    ['gives silence', wavOfPcmu(new Uint8Array(8_000).fill(0xff), 8_000)],
    ['gives nothing', wavOfPcmu(new Uint8Array(), 8_000)],
  ])('is left out when espeak-ng %s', async (_, answer) => {
    expect(await espeakWith(hummer(() => answer).run).speak('Hotel', bookOf('en'))).toBeNull()
  })
})

describe('an espeak-ng that fails', () => {
  it('is left alone for a minute after three times, and then asked again', async () => {
    const clock = manualClock(0)
    const { run, asked } = hummer(() => null)
    const espeak = espeakWith(run, clock)
    for (let n = 0; n < 10; n++) expect(await espeak.speak('Hotel', bookOf('en'))).toBeNull()
    expect(asked).toHaveLength(3)
    clock.advance(minutes(1))
    await espeak.speak('Hotel', bookOf('en'))
    expect(asked).toHaveLength(4)
  })

  it('is forgiven when it works in between', async () => {
    const answers = [null, null, wavOfPcmu(TONE, 8_000), null, null, wavOfPcmu(TONE, 8_000)]
    const { run, asked } = hummer(() => answers.shift() ?? null)
    const espeak = espeakWith(run)
    for (let n = 0; n < 6; n++) await espeak.speak('Hotel', bookOf('en'))
    expect(asked).toHaveLength(6)
  })
})

it('no more than two are started at once', async () => {
  const waiting: (() => void)[] = []
  let most = 0
  const run: Run = () =>
    new Promise((resolve) => {
      waiting.push(() => resolve(wavOfPcmu(TONE, 8_000)))
      most = Math.max(most, waiting.length)
    })
  const espeak = espeakWith(run)
  const names = Array.from({ length: 20 }, (_, n) => espeak.speak(`Guest ${n}`, bookOf('en')))
  const all = Promise.all(names)
  for (let done = 0; done < 20;) {
    await new Promise((resolve) => systemClock().soon(() => resolve(undefined)))
    for (const finish of waiting.splice(0)) {
      finish()
      done += 1
    }
  }
  expect((await all).every((said) => said !== null)).toBe(true)
  expect(most).toBe(2)
})

const LIST = `Pty Language       Age/Gender VoiceName          File                 Other Languages
 5  de              --/M      German             gmw/de
 2  en-us           --/M      English_(America)  gmw/en-US            (en 3)
`

describe('the languages of espeak-ng', () => {
  const books = ['en-US', 'de', 'fr'].map(bookOf)
  const named = async (espeak: Synthesiser) => (await espeak.speaks(books)).map(({ language }) => language)

  it('are those whose voices it lists', async () => {
    expect(await named(espeakWith(hummer(() => Buffer.from(LIST)).run))).toEqual(['en-US', 'de'])
  })

  it('are none without it', async () => {
    expect(await named(espeakWith(hummer(() => null).run))).toEqual([])
  })

  it('are asked for once a minute at most', async () => {
    const clock = manualClock(0)
    const { run, asked } = hummer(() => Buffer.from(LIST))
    const espeak = espeakWith(run, clock)
    for (let n = 0; n < 5; n++) await named(espeak)
    clock.advance(minutes(1))
    await named(espeak)
    expect(asked).toHaveLength(2)
  })
})
