import type { Clock, Instant } from '../kernel/clock.ts'
import { bootId } from '../kernel/machine.ts'
import type { ClockNotes } from '../runners/watch/clock-watch.ts'
import { readClockNote, removeClockNote, writeClockNote } from '../store/files/clock-note.ts'
import type { AppConfig, Outside } from './config.ts'

interface Opened {
  readonly clockNotes: ClockNotes
  /** Where the house's time begins; undefined when it is what the clock shows. */
  readonly houseTime: Instant | undefined
}

/** What the process before us has left of a clock that it did not believe. */
export function openClockNotes(
  { dataFolder }: AppConfig,
  machine: Clock,
  whichBoot: Outside['bootId'] = bootId,
): Opened {
  const boot = whichBoot()
  const left = readClockNote(dataFolder, boot, machine.sinceBoot())
  return {
    houseTime: left ? left.houseTime + machine.sinceBoot() - left.sinceBoot : undefined,
    clockNotes: {
      left,
      keep(houseTime, doubt) {
        if (boot !== null)
          writeClockNote(dataFolder, { boot, houseTime, sinceBoot: machine.sinceBoot(), ...doubt })
      },
      forget: () => removeClockNote(dataFolder),
    },
  }
}
