/** Put in when the product is built: version and date stand in package.json of the whole, and nowhere else. */
declare global {
  // eslint-disable-next-line no-var
  var REVEILLE_PRODUCT: { version: string; released: string; build: string } | undefined
}

const built = globalThis.REVEILLE_PRODUCT ?? { version: '0.0.0', released: '1970/01/01', build: 'source' }

export const PRODUCT = {
  name: 'Reveille',
  ...built,
  internetStack: `Node/${process.versions.node}`,
  zoneData: process.versions['tz'] ?? '',
}
