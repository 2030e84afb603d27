/** Milliseconds of the processor that this takes: how long a busy machine makes us wait says nothing about us. */
export function processorMs(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
