import { type Authority, authority as withOpenssl, type Certificate } from '@reveille/sip/testing'
import { has } from './programs.ts'

const EMPTY: Certificate = { key: Buffer.alloc(0), cert: Buffer.alloc(0) }

/** For the top of a test file, which is read also where openssl is missing and the tests are skipped. */
export const authority = (name: string): Authority =>
  has('openssl') ? withOpenssl(name) : { cert: EMPTY.cert, issue: () => EMPTY }
