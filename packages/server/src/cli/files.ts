import type { ServeOptions } from '../config/options.ts'
import type { Instant } from '../kernel/clock.ts'
import { readCertificate, type ServedCertificate } from './certificate.ts'
import { readSite, type SiteToApply } from './site.ts'

export interface NamedFiles {
  readonly site: SiteToApply | null
  readonly certificate: ServedCertificate | null
}

/** The files that options name, or every mistake in all of them. */
export function filesNamed(
  options: Pick<ServeOptions, 'site' | 'tls'>,
  now: Instant,
): NamedFiles | { readonly mistakes: readonly string[] } {
  const site = readSite(options)
  const certificate = options.tls && readCertificate(options.tls, now)
  const isSiteWrong = site !== null && 'mistakes' in site
  const isCertificateWrong = certificate !== null && 'mistakes' in certificate
  if (isSiteWrong || isCertificateWrong)
    return {
      mistakes: [...(isSiteWrong ? site.mistakes : []), ...(isCertificateWrong ? certificate.mistakes : [])],
    }
  return { site, certificate }
}
