import os from 'node:os'

/** The time that all cores have spent, and how much of it at work; in milliseconds. */
function coreTimes(): { all: number; busy: number } {
  const times = os.cpus().map(({ times: { user, nice, sys, idle, irq } }) => {
    const busy = user + nice + sys + irq
    return { all: busy + idle, busy }
  })
  return times.reduce((sum, { all, busy }) => ({ all: sum.all + all, busy: sum.busy + busy }))
}

/** Runs something, and tells how busy the whole machine was meanwhile: 1 means every core, all the time. */
export async function withBusyShare<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; busy: number }> {
  const before = coreTimes()
  const result = await work()
  const after = coreTimes()
  return { result, busy: (after.busy - before.busy) / (after.all - before.all) }
}
