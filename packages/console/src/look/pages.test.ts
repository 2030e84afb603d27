import { describe, expect, it } from 'vitest'

/** The styles of each page, as they are written. */
const SHEETS = import.meta.glob<string>('../pages/**/*.css', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const sheets = Object.entries(SHEETS).map(([file, text]) => ({ file, text, page: file.split('/')[2] ?? '' }))

const ROUTES = import.meta.glob<string>('../routes.ts', { query: '?raw', import: 'default', eager: true })
const routes = Object.values(ROUTES).join('')

/** What stands before each outermost brace. */
function outermost(css: string): string[] {
  const found: string[] = []
  let [depth, before] = [0, '']
  for (const char of css.replaceAll(/\/\*.*?\*\//gs, '')) {
    if (char === '{' && depth === 0) found.push(before.trim())
    if (depth === 0) before = char === '{' || char === '}' ? '' : before + char
    depth += char === '{' ? 1 : char === '}' ? -1 : 0
    if (depth === 0 && char === '}') before = ''
  }
  return found
}

/** A page is loaded once and its styles stay: what is not confined would dress every other page. */
describe('the styles of a page reach no other page', () => {
  it.each(sheets)('$file', ({ text, page }) => {
    const isOwn = (rule: string) =>
      rule === `:where(.of-${page})` || new RegExp(`^@keyframes ${page}-[\\w-]+$`).test(rule)
    expect(outermost(text).filter((rule) => !isOwn(rule))).toEqual([])
  })

  it('and a rule inside leads nowhere else', () => {
    const ways = sheets.flatMap(({ file, text }) =>
      Array.from(
        text.matchAll(
          /&\s*[+~][^{]*|:(?:root|has\(\s*&)[^{]*|^\s*(?:html|body|#\w+|\.(?:stage|shell))\b[^{]*/gm,
        ),
        ([way]) => `${file}: ${way}`,
      ),
    )
    expect(ways).toEqual([])
  })

  it('each by the name of its folder, which its route gives it', () => {
    const named = Array.from(
      routes.matchAll(/'(\w+)', \(\) => import\('\.\/pages\/(\w+)\//g),
      ([, name, folder]) => [name, folder],
    )
    const imported = routes.match(/import\('\.\/pages\/(?!parts)/g)
    expect(named).toHaveLength(imported?.length ?? -1)
    expect(named.filter(([name, folder]) => name !== folder)).toEqual([])
  })
})
