import { RESULT, type WakeupCourse } from '@reveille/contract'
import type { CourseStep } from '../../hotel/wakeups/course.ts'
import { outcomeSentence } from '../../hotel/wakeups/outcome-words.ts'
import { seconds } from '../../kernel/clock.ts'

export const courseReply = (steps: readonly CourseStep[]): WakeupCourse => ({ steps: steps.map(shownStep) })

const inSeconds = (ms: number) => Math.round(ms / seconds(1))

function shownStep(one: CourseStep): WakeupCourse['steps'][number] {
  return {
    after: inSeconds(one.after),
    step: one.step,
    ...('attempt' in one ? { attempt: one.attempt } : {}),
    ...('until' in one ? { until: inSeconds(one.until) } : {}),
    ...('because' in one ? { result: RESULT[one.because] } : {}),
    ...('outcome' in one ? { result: RESULT[one.outcome] } : {}),
    text: wordsOf(one),
  }
}

function wordsOf(one: CourseStep): string {
  switch (one.step) {
    case 'desk':
      return one.rings
        ? 'The desk is told to ring the room; if nobody says that it was done, the system rings'
        : 'The desk is told to ring the room'
    case 'ring':
      return `The room is rung, attempt ${one.attempt}`
    case 'again':
      return `${outcomeSentence({ outcome: one.because, proof: null })}; the room is rung again`
    case 'snooze':
      return 'The guest snoozes; the room is rung again'
    case 'wait':
      return 'No telephone line could carry it; it is tried again, and does not count'
    case 'over':
      return outcomeSentence(one)
    case 'alarm':
      return 'The desk is told that the guest was not woken'
  }
}
