import { describe, expect, it } from 'vitest'
import { type Command, deedsOf, foundAmong } from './commands.ts'

const command = (words: string, also = ''): Command => ({
  id: words,
  words,
  also,
  icon: 'rooms',
  act: () => {},
})
const COMMANDS = [
  command('Go to Rooms'),
  command('Go to Mini-bar'),
  command('Sign out'),
  command('Gäste', 'guests'),
]
const found = (typed: string) => foundAmong(COMMANDS, typed).map(({ words }) => words)

describe('what can be found by typing', () => {
  it('holds every word, in whatever order and case', () => {
    expect(found('ROOM go')).toEqual(['Go to Rooms'])
    expect(found('go')).toEqual(['Go to Rooms', 'Go to Mini-bar'])
    expect(found('nothing')).toEqual([])
  })

  it('is found without its dots, and by its other name', () => {
    expect(found('gaste')).toEqual(['Gäste'])
    expect(found('guest')).toEqual(['Gäste'])
  })

  it('comes first where a word begins with what was typed', () => {
    expect(foundAmong([command('Ausbar'), command('Bar')], 'bar').map(({ words }) => words)).toEqual([
      'Bar',
      'Ausbar',
    ])
  })

  it('is everything while nothing was typed', () => {
    expect(found(' ')).toHaveLength(COMMANDS.length)
  })
})

describe('what the open page can do', () => {
  it('is found where it is a deed, and not where it only moves about or is no key of the shell', () => {
    const act = () => {}
    const found = deedsOf([
      { key: 'p', what: 'Print the list', deed: 'print', asks: true, act },
      { key: null, what: 'Check in', deed: 'plus', act },
      { key: 'j', what: 'Down', act },
      { key: 'Enter', what: 'Open', deed: 'bed', act: null },
    ])
    expect(found.map(({ words, icon, asks }) => [words, icon, asks])).toEqual([
      ['Print the list', 'print', true],
      ['Check in', 'plus', false],
    ])
  })
})
