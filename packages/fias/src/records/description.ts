import type { FiasRecord } from '../wire/record.ts'
import type { FiasTime } from './wall-time.ts'

/** FIAS 2.20, `IF`: what kind of system the property system takes us for. */
export type InterfaceFamily = 'CA' | 'DL' | 'EM' | 'MB' | 'MS' | 'PB' | 'PO' | 'VI' | 'VM' | 'WW'

/** What goes over the link besides postings. */
export interface Features {
  readonly wakeups: boolean
  readonly guests: boolean
}

export interface Description {
  readonly family: InterfaceFamily
  readonly version: string
  readonly features: Features
  /** Where the link is authenticated. */
  readonly proof: string | null
}

/** Each record that we send or want, with its fields; a field of an answer comes only if it is listed here. */
const POSTING = 'PS RNPTDATIP#TAMAM#SOCTX1IDWS'
const ANSWER = 'PA RNASCTP#DATISOWS'
const WAKEUPS = ['WR RNDATI', 'WC RNDATI', 'WA RNDATIAS']
const GUESTS = ['GI RNG#GNGLGVGSGDNPSF', 'GO RNG#GSSF', 'GC RNG#GNGLGVGSGDNPRO']
const NIGHT_AUDIT = ['NS DATI', 'NE DATI']

/** `RT` bits: 4 asks for the version of the property system in `LC`. Without any, an authenticated link is ended. */
const WANTED_BACK = '4'

export const linkRecord = (id: 'LS' | 'LA' | 'LE' | 'DR', { date, time }: FiasTime): FiasRecord => ({
  id,
  fields: [
    ['DA', date],
    ['TI', time],
  ],
})

/** FIAS 2.20: the answer to `LS`. Only in `LR` does the order of the fields count: `RI`, then `FL`. */
export function describeLink({ family, version, features, proof }: Description, now: FiasTime): FiasRecord[] {
  const description: FiasRecord = {
    id: 'LD',
    fields: [
      ['DA', now.date],
      ['TI', now.time],
      ['V#', version],
      ['IF', family],
      ['RT', WANTED_BACK],
      ...(proof === null ? [] : [['CG', proof] as const]),
    ],
  }
  return [description, ...recordsOf(features).map(asLinkRecord), linkRecord('LA', now)]
}

const recordsOf = ({ wakeups, guests }: Features) => [
  // Who is told of guests can name them.
  guests ? `${POSTING}G#` : POSTING,
  ANSWER,
  ...(wakeups ? WAKEUPS : []),
  ...(guests ? GUESTS : []),
  ...NIGHT_AUDIT,
]

function asLinkRecord(line: string): FiasRecord {
  const [record = '', fields = ''] = line.split(' ')
  return {
    id: 'LR',
    fields: [
      ['RI', record],
      ['FL', fields],
    ],
  }
}
