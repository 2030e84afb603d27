import { missed } from '../../actions/site/languages.ts'
import { languagesIn } from '../../app.ts'
import { lackingBookWords, refusedBookWords } from '../../hotel/site/languages.ts'
import { createStores } from '../../store/stores/stores.ts'
import { type DatabaseCheck, lookInside } from './inside.ts'
import { ok, type CheckVerdict, warning } from './verdict.ts'

/** Whether every phrase book can be used, and every language that is named somewhere is there. */
export async function languagesVerdict(check: DatabaseCheck): Promise<CheckVerdict> {
  const { languages, refused, lacking } = await languagesIn(check.data)
  const tags = [...languages.keys()]
  const gone = await lookInside(check, ({ handle, dialect }) => missed(createStores(handle, dialect), tags))
  const troubles = [...refused.map(refusedBookWords), ...lacking.map(lackingBookWords), ...gone]
  return troubles.length > 0 ? warning(troubles.join('; ')) : ok(tags.join(', '))
}
