// Puts the pictures that the tests have taken for the documentation where it shows them: npm run pictures
// (after REVEILLE_SCREENS=1 npx vitest run --project whole packages/console/test/pictures.test.ts).
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { inFewColours } from './few-colours.mjs'

const TAKEN = fileURLToPath(new URL('../packages/console/screens/', import.meta.url))
const KEPT = fileURLToPath(new URL('../docs/pictures/', import.meta.url))

mkdirSync(KEPT, { recursive: true })
for (const name of readdirSync(TAKEN).filter((one) => one.startsWith('docs-'))) {
  const png = inFewColours(readFileSync(TAKEN + name))
  writeFileSync(KEPT + name.replace('docs-', ''), png)
  console.log(`docs/pictures/${name.replace('docs-', '')}: ${Math.ceil(png.length / 1000)} kB`)
}
