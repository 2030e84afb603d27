/** How often something was drawn, for tests and benches that count instead of timing. */
const drawn = new Map<string, number>()

export const countDrawn = (what: string): void => void drawn.set(what, (drawn.get(what) ?? 0) + 1)

Object.assign(globalThis, { reveilleDrawn: drawn })
