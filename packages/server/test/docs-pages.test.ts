import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseSiteFile } from '../src/config/site/parse-site-file.ts'
import { addServeOptions } from '../src/config/options.ts'
import { Command } from 'commander'
import { blocksOf } from './pasted.ts'
import { ROOT } from './process.ts'

const LONGEST_LINE = 125

const read = (page: string) => readFileSync(path.join(ROOT, page), 'utf8')

const PAGES = [
  'README.md',
  ...readdirSync(path.join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name.split(path.sep).join('/')}`),
]

/** What a page says in words: no blocks of code, and none within a line. */
const proseOf = (page: string) =>
  read(page)
    .replaceAll(/^( *)```[\s\S]*?^\1```$/gm, '')
    .replaceAll(/`[^`]*`/g, '``')

const withoutTargets = (text: string) =>
  text.replaceAll(/\]\([^)]*\)|^\[\w+\]: .*$|<img [^>]*>|<https?:[^>]*>/gm, '')

const linksOf = (page: string) =>
  Array.from(
    proseOf(page).matchAll(/\]\(([^)\s]+)\)|^\[[\w-]+\]: (\S+)$| src="([^"]+)"/gm),
    ([, inline, below, image]) => inline ?? below ?? image ?? '',
  ).filter((link) => !/^[a-z]+:/i.test(link))

const slugOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')

const headingsOf = (file: string) =>
  Array.from(readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm), ([, heading = '']) => slugOf(heading))

const isThere = (page: string, link: string) => {
  const [place = '', anchor] = link.split('#')
  const file = place === '' ? path.join(ROOT, page) : path.join(ROOT, path.dirname(page), place)
  return existsSync(file) && (anchor === undefined || headingsOf(file).includes(anchor))
}

describe('every page', () => {
  it.each(PAGES)('%s has no link that leads nowhere', (page) => {
    expect(linksOf(page).filter((link) => !isThere(page, link))).toEqual([])
  })

  it.each(PAGES)('%s has no line of prose that is too long to read', (page) => {
    const lines = withoutTargets(read(page).replaceAll(/^( *)```[\s\S]*?^\1```$/gm, '')).split('\n')
    const prose = lines.filter((line) => !line.startsWith('|'))
    expect(prose.filter((line) => line.length > LONGEST_LINE)).toEqual([])
  })

  // That of the house names what stands in the code, where it is one word.
  it.each(PAGES.filter((page) => page !== 'docs/house.md'))('%s writes wake-up in one way', (page) => {
    const words = withoutTargets(proseOf(page)).match(/\bwake ?ups?\b.{0,20}/gi) ?? []
    expect(words.filter((word) => !/^wake up\b/i.test(word))).toEqual([])
  })

  it.each(PAGES)('%s says PBX where it first says exchange', (page) => {
    const [before, exchange] = /^([\s\S]*?)\bexchanges?\b/i.exec(withoutTargets(proseOf(page))) ?? []
    if (exchange === undefined) return
    const first = withoutTargets(proseOf(page)).slice(0, (before?.length ?? 0) + 60)
    expect(first).toContain('PBX')
  })
})

describe('the guide', () => {
  it('has every page in its contents', () => {
    const contents = read('docs/README.md')
    const pages = PAGES.filter((page) => page.startsWith('docs/') && page !== 'docs/README.md')
    expect(pages.filter((page) => !contents.includes(`](${page.slice('docs/'.length)})`))).toEqual([])
  })

  it('shows site files that are accepted as they stand', () => {
    const files = PAGES.flatMap((page) =>
      blocksOf(page)
        .filter(({ language, text }) => language === 'yaml' && text.startsWith('site:'))
        .map(({ text }) => [page, parseSiteFile(text)] as const),
    )
    expect(files.length).toBeGreaterThan(2)
    for (const [page, parsed] of files) expect([page, parsed]).toEqual([page, { site: expect.anything() }])
  })

  it('shows parts of site files that are accepted beside the rest', () => {
    const parts = PAGES.flatMap((page) =>
      blocksOf(page)
        .filter(({ language, text }) => language === 'yaml' && /^(telephony|inventory|api):/.test(text))
        .map(
          ({ text }) =>
            [page, parseSiteFile(`site: { name: Hotel, timezone: Europe/Zurich }\n${text}\n`)] as const,
        ),
    )
    expect(parts.length).toBeGreaterThan(6)
    for (const [page, parsed] of parts) expect([page, parsed]).toEqual([page, { site: expect.anything() }])
  })

  it.each(PAGES.filter((page) => page.startsWith('docs/pbx/')))('%s says whether it was tested', (page) => {
    expect(read(page)).toMatch(/^\*\*(Not tested|Tested) here\*\*/m)
  })

  it('explains every option', () => {
    const options = addServeOptions(new Command()).options.map(({ long }) => `\`${long ?? ''}\``)
    const page = read('docs/deployment.md')
    expect(options.filter((option) => !page.includes(option))).toEqual([])
  })
})
