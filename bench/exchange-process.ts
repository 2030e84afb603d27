// An exchange with a phone for every number, in a process of its own, which is killed: what it sees it says at once.
import { openPhones, silentMedia } from '../packages/sip/testing/index.ts'
import type { Sight } from './exchange-outage.ts'

const tell = (sight: Sight) => void process.send?.(sight)

// Before it listens: from then on it is back.
const at = Date.now()
const phones = await openPhones({
  bind: { host: '127.0.0.1', port: Number(process.argv[2]) },
  // Opening audio takes a while, during which it would answer already.
  media: silentMedia(),
  script: () => ({ does: 'answer', ringMs: 2_000, hangsUpAfterMs: 6_000 }),
  onCall: ({ number }) => tell({ what: 'rung', number, at: Date.now() }),
})
tell({ what: 'open', number: String(phones.address.port), at })
process.on('disconnect', () => process.exit())
