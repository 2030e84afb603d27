import { Failure } from '../../kernel/failure.ts'

/** As many as fit into an address, and as rooms can be named at once. */
const MOST_IDS = 200

/** The calls that a request names, each once. */
export function namedIds(text: string): string[] {
  const ids = [...new Set(text.split(','))]
  if (ids.length > MOST_IDS)
    throw new Failure('parameter.invalid', `At most ${MOST_IDS} calls can be named at once`)
  return ids
}
