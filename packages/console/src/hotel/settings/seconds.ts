const SECONDS: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, h: 3_600, d: 86_400 }

/** How long `5m` is; null where it is no such text. */
export function secondsIn(text: unknown): number | null {
  const [, digits = '', unit = ''] =
    /^(\d{1,8})(ms|s|m|h|d)$/.exec(typeof text === 'string' ? text : '') ?? []
  const each = SECONDS[unit]
  return each === undefined ? null : Number(digits) * each
}
