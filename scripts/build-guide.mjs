// Makes pages for browsers of the pages in docs/: packages/server/dist/guide is what is served at /docs/guide.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Marked, Renderer } from 'marked'

const root = fileURLToPath(new URL('..', import.meta.url))
const DOCS = path.join(root, 'docs')
const STYLE = path.join(root, 'scripts/guide.css')

/** Where the guide is served. */
const GUIDE = '/docs/guide'
/** The contents: its links, in their order, are the order of the pages. */
const CONTENTS = 'README.md'
/** What is given out as it lies there. */
const AS_THEY_ARE = ['pictures', 'examples']

const escaped = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** As other readers of Markdown name headings, so that a link leads to the same place in all of them. */
const slugOf = (text) =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')

/** `pbx/asterisk.md` -> `/docs/guide/pbx/asterisk`. */
const addressOf = (page) => (page === CONTENTS ? `${GUIDE}/` : `${GUIDE}/${page.replace(/\.md$/, '')}`)

/** Where a link of a page leads when it is served; null for what is no part of the guide. */
function servedAt(page, href) {
  if (/^[a-z]+:/i.test(href) || href.startsWith('#')) return href
  const [place, anchor] = href.split('#')
  const target = path.posix.join(path.posix.dirname(page), place)
  if (target.startsWith('..')) return null
  const address = target.endsWith('.md') ? addressOf(target) : `${GUIDE}/${target}`
  return anchor === undefined ? address : `${address}#${anchor}`
}

/** Renders one page; notes its headings on the way. */
class PageRenderer extends Renderer {
  #page
  #slugs = new Map()

  constructor(page) {
    super()
    this.#page = page
  }

  heading({ tokens, depth }) {
    const inside = this.parser.parseInline(tokens)
    const slug = slugOf(this.parser.parseInline(tokens, this.parser.textRenderer))
    const before = this.#slugs.get(slug) ?? 0
    this.#slugs.set(slug, before + 1)
    return `<h${depth} id="${before === 0 ? slug : `${slug}-${before}`}">${inside}</h${depth}>\n`
  }

  link({ href, tokens }) {
    const text = this.parser.parseInline(tokens)
    const address = servedAt(this.#page, href)
    return address === null ? text : `<a href="${escaped(address)}">${text}</a>`
  }

  image({ href, text }) {
    return `<img src="${escaped(servedAt(this.#page, href) ?? '')}" alt="${escaped(text)}">`
  }

  html({ text }) {
    return text.replaceAll(/ src="([^"]+)"/g, (_, href) => ` src="${servedAt(this.#page, href)}"`)
  }

  // What is wider than the screen is moved by itself, and not the page.
  table(token) {
    return `<div class="wide">${super.table(token)}</div>\n`
  }
}

const bodyOf = (page, text) => new Marked().parse(text, { renderer: new PageRenderer(page), async: false })

const titleOf = (text) => /^# (.+)$/m.exec(text)?.[1].replaceAll(/[`*_]/g, '') ?? ''

/** The pages in the order of the contents, each with the heading it stands under there; one that is forgotten comes last. */
function orderOf(contents, all) {
  const under = new Map([[CONTENTS, '']])
  for (const part of contents.split(/^## /m).slice(1))
    for (const [, page] of part.matchAll(/\]\(([\w/-]+\.md)\)/g))
      if (all.includes(page) && !under.has(page)) under.set(page, part.split('\n')[0])
  for (const page of all) if (!under.has(page)) under.set(page, 'Others')
  return [...under]
}

function readPages(folder) {
  const read = (page) => readFileSync(path.join(folder, page), 'utf8')
  const all = readdirSync(folder, { recursive: true })
    .map((name) => name.split(path.sep).join('/'))
    .filter((name) => name.endsWith('.md'))
    .toSorted((one, other) => (one < other ? -1 : 1))
  return orderOf(read(CONTENTS), all).map(([page, under]) => {
    const text = read(page)
    return { page, under, text, title: titleOf(text) }
  })
}

const entryOf = (current) => (one) => {
  const here = one.page === current ? ' aria-current="page"' : ''
  return `<li><a href="${addressOf(one.page)}"${here}>${escaped(one.title)}</a></li>`
}

/** Every page, under the headings of the contents. */
function contentsAt(pages, current) {
  const list = (under) => pages.filter((one) => one.under === under).map(entryOf(current))
  return [...new Set(pages.map(({ under }) => under))]
    .map((under) => `${under && `<p>${escaped(under)}</p>`}<ul>${list(under).join('')}</ul>`)
    .join('\n')
}

const turnTo = (one, word, rel) =>
  one === undefined ? '' : `<a rel="${rel}" href="${addressOf(one.page)}">${word} ${escaped(one.title)}</a>`

function documentOf(pages, at) {
  const { page, text, title } = pages[at]
  const name = page === CONTENTS ? title : `${title} · Reveille`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(name)}</title>
<link rel="stylesheet" href="${GUIDE}/guide.css">
</head>
<body>
<nav class="contents" aria-label="Contents">
${contentsAt(pages, page)}
</nav>
<main>
${bodyOf(page, text)}
<nav class="turn" aria-label="Previous and next">${turnTo(pages[at - 1], '←', 'prev')} ${turnTo(pages[at + 1], '→', 'next')}</nav>
</main>
</body>
</html>
`
}

const fileOf = (page) => (page === CONTENTS ? 'index.html' : page.replace(/\.md$/, '.html'))

function write(folder, name, content) {
  const file = path.join(folder, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, content)
}

/** Makes the guide in a folder, of the pages in another. */
export function makeGuide(outdir, docs = DOCS) {
  const pages = readPages(docs)
  rmSync(outdir, { recursive: true, force: true })
  for (const [at, { page }] of pages.entries()) write(outdir, fileOf(page), documentOf(pages, at))
  for (const name of AS_THEY_ARE.filter((one) => readdirSync(docs).includes(one)))
    cpSync(path.join(docs, name), path.join(outdir, name), { recursive: true })
  cpSync(STYLE, path.join(outdir, 'guide.css'))
}

export const buildGuide = () => makeGuide(path.join(root, 'packages/server/dist/guide'))

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) buildGuide()
