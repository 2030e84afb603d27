import { copyWords } from '../../hotel/site/restored-copy.ts'
import { read } from '../../actions/settings.ts'
import { createStores, type Stores } from '../../store/stores/stores.ts'
import { type DatabaseCheck, lookInside } from './inside.ts'
import { type CheckVerdict, ok, warning } from './verdict.ts'

/** Whether the house is live, and whether somebody has yet to decide about messages. */
export const liveVerdict = (check: DatabaseCheck): Promise<CheckVerdict> =>
  lookInside(check, async ({ handle, dialect }) => {
    const stores = createStores(handle, dialect)
    const why = await whyQuietIn(stores)
    const { uncertain } = await stores.restored.counts()
    const doubts = `${uncertain} messages may or may not have arrived: see /rest/delivery?state=uncertain`
    const found = [...(why === null ? [] : [why]), ...(uncertain === 0 ? [] : [doubts])]
    return found.length === 0 ? ok('live') : warning(found.join('; '))
  })

/** Why the house does nothing, in words; null for one that is live. */
export async function whyQuietIn(stores: Stores): Promise<string | null> {
  const copy = await stores.restored.copy()
  return copy && copyWords(copy, (await read(stores)).site.timezone)
}
