/** What a page to print may do: it loads nothing and runs no script. */
export const PAPER_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** On every answer, so that none is forgotten; a page that needs more sets a policy of its own. */
export const SAFE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  // The console may open a page to print it; whoever else opens one has no hold on it.
  'cross-origin-opener-policy': 'same-origin',
} as const
