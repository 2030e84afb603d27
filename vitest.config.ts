import { defineConfig } from 'vitest/config'
import { ALONE, DEFAULT_LANE, FAST, WHOLE } from './scripts/test-run/lanes.ts'

/** What talks to real programs in real time has a second try on CI, which is named: it is a bug to be found. */
const RETRY = process.env['CI'] ? 1 : 0

const GLOBAL_SETUP = [
  'scripts/test-folder.mjs',
  'scripts/generated.mjs',
  'scripts/built-first.mjs',
  'packages/server/test/shared-postgres.ts',
]

export default defineConfig({
  test: {
    // Processes rather than threads: the processor time of a file, with what it starts, can be told from others'.
    pool: 'forks',
    // Many tests wait for telephones that ring in real time: a third one keeps two cores busy meanwhile.
    maxWorkers: 3,
    // One process reads the modules once for many files: a fifth of the whole time went into reading them again.
    // So a test leaves nothing behind that another would find.
    isolate: false,
    setupFiles: ['scripts/test-run/processor-time.ts'],
    // A machine that is busy makes no test fail: these only end what would wait for ever.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    reporters: [
      'default',
      './scripts/test-run/second-tries.mjs',
      './scripts/test-run/cost.ts',
      './scripts/test-run/skipped-tests.ts',
    ],
    projects: [
      {
        extends: true,
        test: {
          name: 'fast',
          include: [FAST],
          globalSetup: ['scripts/test-folder.mjs', 'scripts/generated.mjs'],
          // Style sheets are read as they are: contrast is computed from them.
          css: true,
        },
      },
      {
        extends: true,
        test: { name: 'default', retry: RETRY, include: [...DEFAULT_LANE], globalSetup: GLOBAL_SETUP },
      },
      {
        extends: true,
        test: {
          name: 'rest',
          retry: RETRY,
          include: [WHOLE],
          exclude: [...DEFAULT_LANE, ...ALONE],
          globalSetup: GLOBAL_SETUP,
        },
      },
      {
        extends: true,
        test: { name: 'alone', retry: RETRY, include: [...ALONE], isolate: true, globalSetup: GLOBAL_SETUP },
      },
    ],
  },
})
