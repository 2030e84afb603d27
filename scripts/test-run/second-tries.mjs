// A reporter of vitest: a test that passed at its second try only is a bug to be found, so it is named with what failed
// at the first.
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
