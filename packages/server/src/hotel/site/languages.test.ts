import { describe, expect, it } from 'vitest'
import { unspokenPrompts } from './languages.ts'

describe('prompts', () => {
  const prompt = (id: number, text: string, language: string | null = null) => ({
    tenant: '',
    id,
    text,
    language,
  })
  const english = (language: string | null) => language === null || language === 'en'

  it('are told of when their text cannot be spoken and nothing is recorded', () => {
    const prompts = [
      prompt(1, 'The boats'),
      prompt(2, 'Die Boote', 'de'),
      prompt(3, 'Das Boot', 'de'),
      prompt(4, ''),
    ]
    const recorded = [{ tenant: '', id: 3 }]
    expect(unspokenPrompts(prompts, recorded, english)).toEqual([expect.stringContaining('prompt 2')])
    expect(unspokenPrompts(prompts, recorded, () => false)).toHaveLength(2)
    expect(unspokenPrompts(prompts, [{ tenant: 'east', id: 2 }], english)).toHaveLength(2)
  })
})
