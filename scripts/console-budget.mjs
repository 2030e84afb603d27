// How much of the console may come over the wire: the build fails when a part has grown past its limit.

/** Thousands of bytes, compressed by gzip. */
export const BUDGETS = { first: 250, page: 35, plots: 30, settings: 90, icons: 12 }

const budgetOf = (name) => (name === 'settings' || name === 'plots' ? BUDGETS[name] : BUDGETS.page)

/** Everything that a part brings with it, by its place in the manifest. */
function partsOf(manifest, place, seen = new Set()) {
  if (seen.has(place)) return seen
  seen.add(place)
  for (const next of manifest[place].imports ?? []) partsOf(manifest, next, seen)
  return seen
}

const filesOf = (manifest, places) => [
  ...new Set([...places].flatMap((place) => [manifest[place].file, ...(manifest[place].css ?? [])])),
]

/** A part of a page that is asked for later comes when its page is there. */
function pageOf(manifest, place) {
  const page = place.replace(/(pages\/\w+\/).*$/, '$1page.tsx')
  return page === place || manifest[page] === undefined ? [] : partsOf(manifest, page)
}

/** The load of the first page, and of each that comes later, without what is there already. */
export function loadsOf(manifest, sizeOf) {
  const entry = Object.keys(manifest).find((place) => manifest[place].isEntry)
  // What draws comes beside what asks, on every page.
  const first = partsOf(manifest, 'src/app.tsx', partsOf(manifest, entry))
  const later = Object.keys(manifest).filter((place) => manifest[place].isDynamicEntry && !first.has(place))
  const weigh = (places) => filesOf(manifest, places).reduce((sum, file) => sum + sizeOf(file), 0)
  return [
    { name: 'first', bytes: weigh(first), limit: BUDGETS.first * 1_000 },
    ...later.map((place) => {
      const name = place.includes('parts/plots/') ? 'plots' : place.replace(/^.*pages\/(\w+)\/.*$/, '$1')
      const there = new Set([...first, ...pageOf(manifest, place)])
      const own = [...partsOf(manifest, place)].filter((one) => !there.has(one))
      return { name, bytes: weigh(own), limit: budgetOf(name) * 1_000 }
    }),
  ]
}

/** The drawings by themselves: they are in what draws, where a few more would not be seen. */
export const iconLoad = (bytes) => ({ name: 'icons', bytes, limit: BUDGETS.icons * 1_000 })

export const overBudget = (loads) => loads.filter(({ bytes, limit }) => bytes > limit)
