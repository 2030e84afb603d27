/** Which browser a screen has, by what it says of itself; empty where it is none that is known. */
interface Browser {
  readonly browser: string
  readonly system: string
}

/** The more special ones first: nearly all of them name those that they descend from as well. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\b(Edg|EdgA|EdgiOS)\//, 'Edge'],
  [/\b(OPR|OPiOS)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|Chromium|\bCriOS)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
]

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bWindows\b/, 'Windows'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

const nameIn = (agent: string, names: typeof BROWSERS) => names.find(([sign]) => sign.test(agent))?.[1] ?? ''

export const browserIn = (agent: string): Browser => ({
  browser: nameIn(agent, BROWSERS),
  system: nameIn(agent, SYSTEMS),
})
