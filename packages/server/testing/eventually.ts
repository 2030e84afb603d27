import { vi } from 'vitest'

/** For what another thread, process or server brings about: a busy machine takes its time. */
export const PATIENCE = { timeout: 60_000, interval: 5 }

/** Looks again until nothing is thrown; gives what was found. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, PATIENCE)
