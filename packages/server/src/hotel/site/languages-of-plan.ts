import { Failure } from '../../kernel/failure.ts'
import type { LanguageNumber } from './languages.ts'
import type { SitePlan } from './site-plan.ts'

/**
 * Refuses a site file that names a language nobody ever spoke here. One that is gone is let pass: a hotel whose folder
 * was lost must still start.
 */
export function mustKnowLanguages(
  plan: SitePlan,
  spoken: readonly string[],
  numbered: readonly LanguageNumber[],
): void {
  const known = new Set([...spoken, ...numbered.map(({ tag }) => tag)])
  const wrong = namedIn(plan).filter(({ tag }) => !known.has(tag))
  if (wrong.length === 0) return
  throw new Failure(
    'config.invalid',
    `The site file names languages that are not spoken here: ${worded(wrong)}. Spoken are ${spoken.join(', ')}`,
  )
}

interface Named {
  readonly tag: string
  readonly by: string
}

function namedIn({ sections, mailboxes, prompts }: SitePlan): Named[] {
  const all = [
    { language: sections.site?.language, by: 'the site' },
    ...mailboxes.map(({ number, language }) => ({ language, by: `mailbox ${number}` })),
    ...prompts.map(({ id, language }) => ({ language, by: `prompt ${id}` })),
  ]
  return all.flatMap(({ language, by }) => (language ? [{ tag: language, by }] : []))
}

const MOST = 5

const worded = (wrong: readonly Named[]): string => {
  const shown = wrong.slice(0, MOST).map(({ tag, by }) => `${tag} (${by})`)
  return [...shown, ...(wrong.length > MOST ? [`${wrong.length - MOST} more`] : [])].join(', ')
}
