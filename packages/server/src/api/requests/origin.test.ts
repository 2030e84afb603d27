import type { FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import { isFailure } from '../../kernel/failure.ts'
import { refuseForeignPage } from './origin.ts'

interface Asked {
  readonly method?: string
  readonly protocol?: string
  readonly origin?: string
  readonly site?: string
}

function passes(
  { method = 'POST', protocol = 'http', origin, site }: Asked,
  allowed: string[] = [],
): boolean {
  const headers = {
    ...(origin === undefined ? {} : { origin }),
    ...(site === undefined ? {} : { 'sec-fetch-site': site }),
  }
  const request = { method, protocol, host: 'hotel.example:8080', headers } as unknown as FastifyRequest
  try {
    refuseForeignPage(request, allowed)
    return true
  } catch (error) {
    if (isFailure(error) && error.code === 'origin.foreign') return false
    throw error
  }
}

const OWN = 'http://hotel.example:8080'

describe('a changing request', () => {
  it.each<[string, Asked]>([
    ['of a program, which says nothing of pages', {}],
    ['of our own page', { origin: OWN, site: 'same-origin' }],
    ['of our own page, written in other letters', { origin: 'HTTP://Hotel.Example:8080' }],
    ['of our own page over TLS', { protocol: 'https', origin: 'https://hotel.example:8080' }],
    ['of an old browser’s own page', { origin: OWN }],
    ['typed by hand', { site: 'none' }],
    ['of a browser that names no origin', { site: 'same-origin' }],
  ])('%s is let in', (_, asked) => {
    expect(passes(asked)).toBe(true)
  })

  it.each<[string, Asked]>([
    ['of another page', { origin: 'https://evil.example' }],
    ['of another page that names no origin', { site: 'cross-site' }],
    ['of another port', { origin: 'http://hotel.example:8081' }],
    ['of no port', { origin: 'http://hotel.example' }],
    ['of another protocol', { origin: 'https://hotel.example:8080' }],
    ['of a name that begins like ours', { origin: `${OWN}.evil.example` }],
    ['of a name that ends like ours', { origin: 'http://evil-hotel.example:8080' }],
    ['of a page that hides its origin', { origin: 'null' }],
    ['of nowhere', { origin: '' }],
    ['that claims our origin but comes from elsewhere', { origin: OWN, site: 'cross-site' }],
  ])('%s is refused', (_, asked) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) expect(passes({ ...asked, method })).toBe(false)
  })

  it('of a page that the site lists is let in', () => {
    const allowed = ['https://desk.example']
    expect(passes({ origin: 'https://desk.example', site: 'cross-site' }, allowed)).toBe(true)
    expect(passes({ origin: 'https://desk.example:444' }, allowed)).toBe(false)
    expect(passes({ site: 'cross-site' }, allowed)).toBe(false)
  })
})

it('a request that only reads is let in from anywhere', () => {
  for (const method of ['GET', 'HEAD', 'OPTIONS'])
    expect(passes({ method, origin: 'https://evil.example', site: 'cross-site' })).toBe(true)
})
