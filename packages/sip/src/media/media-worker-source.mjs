// Runs media-worker.ts from source, in tests and development: a thread does not take over its parent's loader.
import { register } from 'tsx/esm/api'

register()
await import('./media-worker.ts')
