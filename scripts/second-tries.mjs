// A test that passed in its second try would say no more than that: what failed in the first is told, so that it can be
// found. A reporter for vitest.
export default class SecondTries {
  onTestCaseResult(test) {
    const { state, errors } = test.result()
    if (state !== 'passed') return
    for (const { message, diff, stack } of errors ?? [])
      process.stdout.write(
        `\nNeeded its second try: ${test.fullName}\n${[message, diff, ownLines(stack)].filter(Boolean).join('\n')}\n`,
      )
  }
}

const ownLines = (stack = '') =>
  stack
    .split('\n')
    .filter((line) => line.startsWith('    at ') && !line.includes('node_modules'))
    .join('\n')
