import { describe, expect, it } from 'vitest'
import { lengthMs, soundMs, wavOf } from '../testing/command/heard.ts'
import { everyNumber, scriptFor } from '../testing/command/rules.ts'
import { HELP, type PhonesCommand, readWords } from '../testing/command/words.ts'

function understood(...words: string[]): PhonesCommand {
  const asked = readWords(words)
  if (asked.kind !== 'phones') throw new Error(JSON.stringify(asked))
  return asked.command
}

function mistakes(...words: string[]): readonly string[] {
  const asked = readWords(words)
  return asked.kind === 'mistakes' ? asked.mistakes : []
}

describe('the words of npm run phones', () => {
  it('need not be said: every number answers, on this machine', () => {
    const command = understood()
    expect(command).toMatchObject({ bind: { host: '127.0.0.1', port: 5070 }, protocol: 'UDP', record: null })
    expect(scriptFor(command.rules, '4711', command.ringMs)).toEqual({ does: 'answer', ringMs: 1_000 })
  })

  it('say where, how and for how long', () => {
    const words = '--host ::1 --port 0 --protocol tcp --audio-ports 30000-30099 --ring 0.5 --record x --quiet'
    expect(understood(...words.split(' '))).toMatchObject({
      bind: { host: '::1', port: 0 },
      protocol: 'TCP',
      audioPorts: { low: 30_000, high: 30_099 },
      ringMs: 500,
      record: 'x',
      quiet: true,
    })
  })

  it.each([
    ['101', { does: 'answer', ringMs: 3_000 }],
    ['110', { does: 'busy', ringMs: 0 }],
    ['120', { does: 'ring', ringMs: 1_000 }],
    ['130', { does: 480, ringMs: 0 }],
    ['007', { does: 'silent', ringMs: 1_000 }],
    ['7', { does: 404, ringMs: 0 }],
    ['1e2', { does: 404, ringMs: 0 }],
    ['reception', { does: 'reject', ringMs: 1_000 }],
  ])('say what %s does: the first rule that fits', (number, script) => {
    const rules = '101-105=answer:3 110=busy 100-125=no-answer 130=480 001-009=silent reception=reject'.split(
      ' ',
    )
    const command = understood(...rules)
    expect(scriptFor(command.rules, number, command.ringMs)).toEqual(script)
  })

  it('name the numbers to register, each once and with its zeros', () => {
    const command = understood(
      '--registrar',
      'pbx.example:5080',
      '--password',
      'x',
      '008-010=answer',
      '9=busy',
    )
    expect(command.registrar).toEqual({
      exchange: { host: 'pbx.example', port: 5080 },
      domain: 'pbx.example',
      user: null,
      password: 'x',
    })
    expect(everyNumber([...command.rules, ...command.rules])).toEqual(['008', '009', '010', '9'])
  })

  it.each([
    [['--speed', '9'], /no option --speed/],
    [['--port'], /--port needs a value/],
    [['--port', '65536'], /--port cannot be "65536"/],
    [['--host', 'localhost'], /--host cannot be "localhost"/],
    [['--ring', 'long'], /--ring cannot be "long"/],
    [['--protocol', 'carrier-pigeon'], /udp or tcp/],
    [['--audio-ports', '20000'], /--audio-ports cannot be/],
    [['--audio-ports', '20000-10000'], /--audio-ports cannot be/],
    [['--quiet=yes'], /--quiet stands without a value/],
    [['--registrar', 'a b'], /--registrar cannot be/],
    [['--registrar', 'pbx', '*=answer'], /by name/],
    [['--registrar', 'pbx'], /by name/],
    [['--registrar', 'pbx', '10000-30000=answer'], /20001 numbers are too many/],
    [['--user', 'x', '--password', 'y'], /--user, --password means nothing without --registrar/],
    [['101'], /"101" is not NUMBERS=BEHAVIOUR/],
    [['101=dance'], /cannot "dance".*answer, busy, no-answer/],
    [['101=toString'], /cannot "toString"/],
    [['101=299'], /cannot "299"/],
    [['1 0=answer'], /neither a number/],
    [['109-101=answer'], /ends before it begins/],
    [['09-101=answer'], /same length/],
    [['101=answer:soon'], /rings for seconds/],
  ])('%j are refused with a reason', (words, reason) => {
    expect(mistakes(...words).join('\n')).toMatch(reason)
  })

  it('have all their mistakes told at once', () => {
    expect(mistakes('--port', 'x', '--ring', 'y', '101=dance', '--speed')).toHaveLength(4)
  })

  it('ask for help, whatever else they say', () => {
    expect(readWords(['-h', '--port', 'x'])).toEqual({ kind: 'help' })
    for (const word of ['--host', '--record', '--registrar', 'hang-up-early']) expect(HELP).toContain(word)
  })
})

describe('what a phone has heard', () => {
  const recording = Int16Array.from({ length: 1_600 }, (_, at) => (at < 320 ? 3_000 : 8))

  it('is counted as sound without the silence', () => {
    expect([soundMs(recording), lengthMs(recording)]).toEqual([40, 200])
  })

  it('is kept as a WAV file with a header that any player reads', () => {
    const wav = wavOf(recording)
    expect([wav.toString('latin1', 0, 4), wav.toString('latin1', 8, 16)]).toEqual(['RIFF', 'WAVEfmt '])
    expect(wav.readUInt32LE(4)).toBe(wav.length - 8)
    expect([wav.readUInt16LE(20), wav.readUInt16LE(22), wav.readUInt32LE(24), wav.readUInt16LE(34)]).toEqual([
      1, 1, 8_000, 16,
    ])
    expect(wav.readUInt32LE(40)).toBe(3_200)
    expect(wav.readInt16LE(44 + 2 * 319)).toBe(3_000)
  })
})
