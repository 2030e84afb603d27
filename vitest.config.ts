import { defineConfig } from 'vitest/config'

/** They put something of their own in the place of a module: each has its thread for itself. */
const ALONE = ['packages/server/test/faults.test.ts']

const WHOLE = {
  // Real programs, browsers and databases on a machine that others use as well: in CI each has a second try. One that
  // needed it is named in the run's output, with what failed first, and is a bug to be found.
  retry: process.env['CI'] ? 1 : 0,
  globalSetup: [
    'scripts/test-folder.mjs',
    'scripts/generated.mjs',
    'peers/install.ts',
    'scripts/built-first.mjs',
  ],
}

export default defineConfig({
  test: {
    pool: 'threads',
    // Many tests wait for telephones that ring in real time: a third one keeps two cores busy meanwhile.
    maxWorkers: 3,
    // A machine that is busy makes no test fail: these only end what would wait for ever.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    reporters: ['default', './scripts/second-tries.mjs'],
    projects: [
      {
        // Beside their source: nothing but Node, no seconds of waiting. They keep nothing between files, so that one
        // thread reads the modules once for all of them.
        extends: true,
        test: {
          name: 'fast',
          include: ['packages/*/src/**/*.test.ts'],
          isolate: false,
          globalSetup: ['scripts/test-folder.mjs', 'scripts/generated.mjs'],
          // Style sheets are read as they are: contrast is computed from them.
          css: true,
        },
      },
      {
        extends: true,
        test: {
          ...WHOLE,
          name: 'whole',
          globalSetup: [...WHOLE.globalSetup, 'packages/server/test/shared-postgres.ts'],
          include: ['packages/*/test/**/*.test.ts'],
          exclude: ALONE,
          // One thread reads the modules once for many files: a fifth of the whole time went into reading them again.
          // So a test leaves nothing behind that another would find.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          ...WHOLE,
          name: 'alone',
          include: ALONE,
        },
      },
    ],
  },
})
