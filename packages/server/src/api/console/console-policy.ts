const POLICY = (nonce: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "media-src 'self' blob:",
    "font-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

/** It asks this server, and loads nothing else. */
export const WORKER_POLICY = "default-src 'none'; connect-src 'self'"

/** What the console's page may load and do. Once seen over TLS, a browser asks over nothing else for a year. */
export const consolePolicy = (nonce: string, protocol: string): Record<string, string> => ({
  'content-security-policy': POLICY(nonce),
  'referrer-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(self), payment=(), usb=()',
  ...(protocol === 'https' ? { 'strict-transport-security': 'max-age=31536000' } : {}),
})

/** It loads nothing, so that the policy of every answer is enough. */
export const NO_CONSOLE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Reveille</title>
<h1>Reveille</h1>
<p>The house is served, but its console was not built. What can be asked of the interface stands under <a href="/docs/">/docs</a>.</p>
</html>
`
