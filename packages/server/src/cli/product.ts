/** Put in when the product is built; a run from source knows only what stands here. */
declare global {
  // eslint-disable-next-line no-var
  var REVEILLE_PRODUCT: { version: string; released: string; build: string } | undefined
}

const built = globalThis.REVEILLE_PRODUCT ?? { version: '0.1.0', released: '2026/11/15', build: 'source' }

export const PRODUCT = {
  name: 'Reveille',
  ...built,
  internetStack: `Node/${process.versions.node}`,
  zoneData: process.versions['tz'] ?? '',
}
