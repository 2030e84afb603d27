import { howMany } from '../../kernel/how-many.ts'
import { X509Certificate, createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { read } from '../../actions/settings.ts'
import { RENEWAL } from '../../hotel/deliveries/certificates.ts'
import type { TelephonyFiles } from '../../hotel/settings/sections.ts'
import { type Instant, instantIn } from '../../kernel/clock.ts'
import { messageOf } from '../../kernel/failure.ts'
import { createStores } from '../../store/stores/stores.ts'
import { type DatabaseCheck, lookInside } from './inside.ts'
import { type CheckVerdict, fault, ok, warning } from './verdict.ts'

/** Whether lines can be used as far as that can be told without asking anybody: that there are some, and their certificates. */
export const linesVerdict = (check: DatabaseCheck): Promise<CheckVerdict> =>
  lookInside(check, async ({ handle, dialect }) => {
    const stores = createStores(handle, dialect)
    const { telephony } = await read(stores)
    const lines = await stores.lines.list(null)
    if (telephony.mode !== 'sip')
      return ok(`${howMany(lines.length, 'line')}, not in use: telephony.mode is not sip`)
    if (lines.length === 0) return warning('no lines: nobody can be rung')
    const secure = lines.filter(({ settings }) => settings.transport === 'tls').length
    const words = howMany(lines.length, 'line')
    return secure === 0 ? ok(words) : filesVerdict(telephony.tls ?? {}, `${words}, ${secure} over TLS`, check)
  })

function filesVerdict(files: TelephonyFiles, words: string, { clock }: DatabaseCheck): CheckVerdict {
  const found = (['ca', 'cert'] as const).flatMap((field) => certificatesIn(field, files, clock.now()))
  const faults = [...found, ...keyFault(files)].filter(({ level }) => level === 'fault')
  const warnings = found.filter(({ level }) => level === 'warning')
  const said = (verdicts: readonly CheckVerdict[]) => verdicts.map(({ text }) => text).join('; ')
  if (faults.length > 0) return fault(said([...faults, ...warnings]))
  if (warnings.length > 0) return warning(said(warnings))
  return ok([words, ...found.map(({ text }) => text)].join('; '))
}

/** RFC 5280 4.1.2.5: each of a file, by its name and its dates. */
function certificatesIn(field: 'ca' | 'cert', files: TelephonyFiles, now: Instant): CheckVerdict[] {
  const file = files[field]
  if (file === undefined) return []
  try {
    const all = readFileSync(file, 'latin1').match(PEM) ?? []
    if (all.length === 0) return [fault(`${named(field, file)} holds no certificate`)]
    const verdicts = all.map((one) => certificateVerdict(new X509Certificate(one), named(field, file), now))
    return field === 'ca' ? ofAuthorities(verdicts, named(field, file)) : verdicts
  } catch (error) {
    return [fault(`${named(field, file)} cannot be used: ${messageOf(error)}`)]
  }
}

/** So many are named one by one. */
const FEW = 3

/** Bundles keep authorities that have expired, and nobody misses them: it is a fault where no other is left. */
function ofAuthorities(verdicts: CheckVerdict[], file: string): CheckVerdict[] {
  const valid = verdicts.filter(({ level }) => level !== 'fault')
  if (valid.length === 0) return verdicts
  if (valid.length <= FEW) return valid
  const words = `${file} holds ${verdicts.length} certificates, of which ${valid.length} are valid`
  return [ok(words), ...valid.filter(({ level }) => level === 'warning')]
}

const PEM = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g
const named = (field: string, file: string) => `${file} (telephony.tls.${field})`

function certificateVerdict(certificate: X509Certificate, file: string, now: Instant): CheckVerdict {
  const { subject, subjectAltName, validFrom, validTo } = certificate
  const text = `${file} is made out to ${subjectAltName ?? subject.replaceAll('\n', ', ')}`
  if (instantIn(validTo) < now) return fault(`${text} and has expired: ${validTo}`)
  if (instantIn(validFrom) > now) return fault(`${text} and is not valid yet: ${validFrom}`)
  if (instantIn(validTo) < now + RENEWAL) return warning(`${text} and expires soon: ${validTo}`)
  return ok(`${text}, until ${validTo}`)
}

/** A key that belongs to another certificate would show at the first connection. */
function keyFault({ cert, key }: TelephonyFiles): CheckVerdict[] {
  if (cert === undefined || key === undefined) return []
  try {
    const own = createPrivateKey(readFileSync(key))
    const fits = new X509Certificate(readFileSync(cert)).checkPrivateKey(own)
    return fits ? [] : [fault(`${named('key', key)} does not belong to ${cert}`)]
  } catch (error) {
    return [fault(`${named('key', key)} cannot be used: ${messageOf(error)}`)]
  }
}
