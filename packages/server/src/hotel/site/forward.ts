/** Zone data is named by its year and a letter: 2026a, 2026b. */
export const isLaterZoneData = (zoneData: string, known: string | undefined) =>
  known === undefined || zoneData > known

/** Versions are numbers parted by dots. */
export function isLaterVersion(version: string, known: string | undefined): boolean {
  if (known === undefined) return true
  const [numbers, others] = [partsOf(version), partsOf(known)]
  const differing = numbers.findIndex((number, n) => number !== (others[n] ?? 0))
  return differing !== -1 && (numbers[differing] ?? 0) > (others[differing] ?? 0)
}

const partsOf = (version: string) => version.split('.').map((part) => Number.parseInt(part, 10) || 0)
