import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { builtGuide } from './built-guide.ts'
import { type Hotel, openHotel } from './hotel.ts'

const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const DOCS = path.resolve(import.meta.dirname, '../../../docs')

/** Every page in docs, by the address it is served at. */
const ADDRESSES = readdirSync(DOCS, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => `/docs/guide/${name.split(path.sep).join('/')}`.replace(/(README)?\.md$/, ''))

const attributesOf = (html: string, name: string) =>
  Array.from(html.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g')), ([, value = '']) =>
    value.replaceAll('&amp;', '&'),
  )

describe('the guide', () => {
  let hotel: Hotel
  let guide: Awaited<ReturnType<typeof builtGuide>>
  const pages = new Map<string, string>()

  beforeAll(async () => {
    guide = await builtGuide()
    hotel = await openHotel({ guideFolder: guide.folder })
    for (const address of ADDRESSES) pages.set(address.replace(/\/$/, ''), (await get(address)).text)
  })
  afterAll(async () => {
    await hotel.close()
    guide.remove()
  })

  const get = (url: string, headers: Record<string, string> = {}) =>
    hotel.request(null, 'GET', url, undefined, headers)

  it.each(ADDRESSES)('has a page at %s, for everybody', async (address) => {
    const { status, headers, text } = await get(address)
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(headers['content-security-policy']).toBe(POLICY)
    expect(text).toMatch(/<h1 id="[\w-]+">/)
    expect(attributesOf(text, 'aria-current')).toEqual(['page'])
  })

  it('runs no script, and brings its style with it', () => {
    for (const [address, html] of pages) {
      expect([address, html.match(/<script|<style|<iframe| style="| on\w+="|javascript:/gi)]).toEqual([
        address,
        null,
      ])
      expect(html).toContain('<link rel="stylesheet" href="/docs/guide/guide.css">')
    }
  })

  it('leads from the contents to every page, and from each to the one before and after it', () => {
    const turns = (html: string) => Object.fromEntries(html.matchAll(/rel="(prev|next)" href="([^"]+)"/g))
    const seen: string[] = []
    const follow = (address: string | undefined) => {
      for (let at = address; at !== undefined && !seen.includes(at); at = nextOf(at)) seen.push(at)
    }
    const nextOf = (at: string) =>
      /rel="next" href="([^"]+)"/.exec(pages.get(at.replace(/\/$/, '')) ?? '')?.[1]
    follow('/docs/guide/')
    expect(seen.toSorted()).toEqual(ADDRESSES.toSorted())
    expect(turns(pages.get('/docs/guide') ?? '')).not.toHaveProperty('prev')
  })

  it('has no link that leads nowhere: not to a page, a picture, an example or a heading', async () => {
    const broken: string[] = []
    for (const [from, html] of pages)
      for (const link of [...attributesOf(html, 'href'), ...attributesOf(html, 'src')]) {
        if (/^https?:/.test(link)) continue
        const [place = '', anchor] = link.split('#')
        const target = (place || from).replace(/\/$/, '')
        const isThere = pages.has(target) || (await get(place)).status === 200
        const isHeading = anchor === undefined || (pages.get(target) ?? '').includes(` id="${anchor}"`)
        if (!isThere || !isHeading) broken.push(`${from}: ${link}`)
      }
    expect(broken).toEqual([])
  })

  it('is kept by a browser, and asked about each time', async () => {
    const { headers } = await get('/docs/guide')
    expect(headers['cache-control']).toBe('no-cache')
    expect((await get('/docs/guide', { 'if-none-match': headers['etag'] ?? '' })).status).toBe(304)
  })

  it.each([
    '/docs/guide/nothing',
    '/docs/guide/../secret',
    '/docs/guide/%2e%2e/main.js',
    '/docs/guide/index',
  ])('has nothing at %s', async (url) => {
    const { status, json } = await get(url)
    expect([status, json?.error]).toEqual([404, 3])
  })

  it('is linked from the page of the interface', async () => {
    const { json } = await get('/openapi.json')
    expect(json.info.description).toContain('(/docs/guide/)')
  })
})

describe('a guide', () => {
  const folderWith = (files: Readonly<Record<string, string>>) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'reveille-docs-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text)
    return folder
  }

  it('that was not built is not there', async () => {
    const hotel = await openHotel()
    onTestFinished(() => hotel.close())
    expect((await hotel.request(null, 'GET', '/docs/guide')).status).toBe(404)
  })

  it('has a page that its contents forget after all others', async () => {
    const docs = folderWith({
      'README.md': '# Contents\n\n## Begin\n\n- [Two](two.md)\n- [Gone](gone.md)\n',
      'one.md': '# One',
      'two.md': '# Two',
    })
    const guide = await builtGuide(docs)
    onTestFinished(() => guide.remove())
    const hotel = await openHotel({ guideFolder: guide.folder })
    onTestFinished(() => hotel.close())
    const page = (await hotel.request(null, 'GET', '/docs/guide')).text
    expect(Array.from(page.matchAll(/<li><a href="([^"]+)"/g), ([, href]) => href)).toEqual([
      '/docs/guide/',
      '/docs/guide/two',
      '/docs/guide/one',
      '/docs/guide/two',
      '/docs/guide/gone',
    ])
    expect(Array.from(page.matchAll(/<p>(.+?)<\/p>/g), ([, heading]) => heading)).toEqual(['Begin', 'Others'])
  })

  it('says in plain words what lies outside of it, and names two headings of one name apart', async () => {
    const text = '# One & all\n\n[Code](../packages/x.ts)\n\n## Why?\n\n## Why?\n'
    const docs = folderWith({ 'README.md': '# Contents\n\n- [One](one.md)\n', 'one.md': text })
    const guide = await builtGuide(docs)
    onTestFinished(() => guide.remove())
    const hotel = await openHotel({ guideFolder: guide.folder })
    onTestFinished(() => hotel.close())
    const page = (await hotel.request(null, 'GET', '/docs/guide/one')).text
    expect(page).toContain('<p>Code</p>')
    expect(page).toContain('<title>One &amp; all · Reveille</title>')
    expect(attributesOf(page, 'id')).toEqual(['one--all', 'why', 'why-1'])
  })
})
