import { type Static, Type } from 'typebox'
import { NO_RESULT } from './codes.ts'
import { choice, language, shaped } from './site-text.ts'
import { WakeupSettings } from './site-wakeup.ts'

/** What a phone may do when it is rung. */
export const PHONE_DEEDS = [
  'key',
  'listens',
  'snooze',
  'hangs-up',
  'machine',
  'no-answer',
  'busy',
  'rejected',
  'unreachable',
  'no-line',
] as const

// Whom the desk passes an alarm on to, and the check at night, change nothing about a call.
const { escalation: _, nightCheck: _check, ...conduct } = WakeupSettings.properties

const tried = {
  wakeup: Type.Optional(
    Type.Object(conduct, {
      additionalProperties: false,
      description: 'Settings to try; what is left out is as it is set',
    }),
  ),
  confirm: Type.Optional(Type.Boolean({ description: 'The call was asked for with a key. Default: false' })),
}

export const CourseForm = Type.Object(
  {
    ...tried,
    phone: Type.String({
      minLength: 1,
      maxLength: 400,
      description: `What the phone does each time that it is rung, parted by commas, the last one ever after: ${PHONE_DEEDS.join(', ')}`,
      examples: ['no-answer,busy,key'],
    }),
    vip: Type.Optional(Type.Boolean({ description: 'A VIP room. Default: false' })),
  },
  { additionalProperties: false },
)
export type CourseForm = Static<typeof CourseForm>

export const GreetingForm = Type.Object(
  {
    ...tried,
    time: Type.Optional(shaped('clock', 'The time that the call was asked for. Default: 07:00')),
    language: Type.Optional(language("Its language. Default: the site's")),
  },
  { additionalProperties: false },
)

export const COURSE_STEPS = ['desk', 'ring', 'again', 'snooze', 'wait', 'over', 'alarm'] as const

const Step = Type.Object({
  after: Type.Integer({ description: 'Seconds after the time asked for', examples: [300] }),
  step: choice(
    COURSE_STEPS,
    'desk: the desk is told to ring; ring: the room is rung; again, snooze, wait: it is rung again later, because nobody was reached, at the wish of the guest, or for want of a line; over: it has its result; alarm: the desk is told that the guest was not woken',
  ),
  attempt: Type.Optional(Type.Integer({ description: 'Of ring: which attempt it is', examples: [1] })),
  until: Type.Optional(
    Type.Integer({
      description: 'Seconds after the time asked for, until when that lasts',
      examples: [600],
    }),
  ),
  result: Type.Optional(
    Type.Integer({ description: 'Outcome code of what came of it', examples: [NO_RESULT] }),
  ),
  text: Type.String({ description: 'One sentence', examples: ['Room is rung, attempt 1'] }),
})

export const WakeupCourse = Type.Object(
  { steps: Type.Array(Step, { description: 'By time' }) },
  { description: 'How such a call goes' },
)
export type WakeupCourse = Static<typeof WakeupCourse>
