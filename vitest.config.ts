import { defineConfig } from 'vitest/config'

const SETUP = ['scripts/generated.mjs', 'peers/install.ts', 'packages/console/test/built.ts']
const ALONE = ['packages/server/test/faults.test.ts']

export default defineConfig({
  test: {
    pool: 'threads',
    maxWorkers: 2,
    // A machine that is busy makes no test fail: these only end what would wait for ever.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        // Beside their source: nothing but Node, no seconds of waiting. They keep nothing between files, so that one
        // thread reads the modules once for all of them.
        extends: true,
        test: {
          name: 'fast',
          include: ['packages/*/src/**/*.test.ts'],
          isolate: false,
          globalSetup: ['scripts/generated.mjs'],
          // Style sheets are read as they are: contrast is computed from them.
          css: true,
        },
      },
      {
        // The whole product, and programs that we did not write. One thread reads the modules once for many files:
        // what a test puts in the way of others it takes away again.
        extends: true,
        test: {
          name: 'whole',
          include: ['packages/*/test/**/*.test.ts'],
          exclude: ALONE,
          isolate: false,
          restoreMocks: true,
          globalSetup: SETUP,
        },
      },
      {
        // Those that replace a module, or count what a thread has.
        extends: true,
        test: { name: 'alone', include: ALONE, globalSetup: SETUP },
      },
    ],
  },
})
