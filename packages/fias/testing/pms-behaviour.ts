/** How the scripted property system behaves; anything may be changed while it runs. */
export interface PmsBehaviour {
  /** Speaks first, with `LS`, on every connection. */
  readonly greets: boolean
  readonly bytes: 'whole' | 'one by one' | 'two records at once'
  /** Appends the checksum of the serial line after ETX. */
  readonly checksum: boolean
  readonly shuffles: boolean
  readonly unknownFields: boolean
  /** Starts anew, with an `LS` in mid-work, once so many more records have come. */
  readonly linkStartAfter: number | null
  /** Ends the link, with `LE`, once so many more postings are answered. */
  readonly linkEndAfter: number | null
  /** What a posting gets. `late` comes after `lateMs`, on whatever link is alive then. */
  readonly posting: 'answer' | 'silence' | 'late' | 'other first' | 'other only' | 'link end' | 'close'
  readonly lateMs: number
  /** Whether a posting that goes unanswered is on the folio. */
  readonly books: boolean
  /** `AS` and `CT` of every answer; null leaves them to the folio. */
  readonly status: string | null
  readonly text: string
  readonly echoesNumber: boolean
  /** Sends `LC` before `LA` if it was asked for. */
  readonly configures: boolean
  readonly answersAlive: boolean
  /** How it tells all guests when it is asked for them. */
  readonly resync: 'whole' | 'broken off'
  readonly dropsAfterDescription: boolean
}

export const CONFORMING: PmsBehaviour = {
  greets: true,
  bytes: 'whole',
  checksum: false,
  shuffles: false,
  unknownFields: false,
  linkStartAfter: null,
  linkEndAfter: null,
  posting: 'answer',
  lateMs: 60_000,
  books: true,
  status: null,
  text: '',
  echoesNumber: true,
  configures: false,
  answersAlive: true,
  resync: 'whole',
  dropsAfterDescription: false,
}
