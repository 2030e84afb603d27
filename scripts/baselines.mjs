// Keeps the pictures that the tests have just taken of the key pages, for others to be held against: npm run baselines
// (after REVEILLE_BASELINES=new npx vitest run packages/console/test/baselines.test.ts). Look at them
// first: what they show is right from then on.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { inFewColours } from './few-colours.mjs'

const TAKEN = fileURLToPath(new URL('../packages/console/screens/baselines/', import.meta.url))
const KEPT = fileURLToPath(new URL('../packages/console/test/baselines/', import.meta.url))

for (const browser of readdirSync(TAKEN)) {
  rmSync(KEPT + browser, { recursive: true, force: true })
  mkdirSync(KEPT + browser, { recursive: true })
  for (const name of readdirSync(`${TAKEN}${browser}/new`)) {
    const png = inFewColours(readFileSync(`${TAKEN}${browser}/new/${name}`))
    writeFileSync(`${KEPT}${browser}/${name}`, png)
    console.log(`${browser}/${name}: ${Math.ceil(png.length / 1000)} kB`)
  }
}
