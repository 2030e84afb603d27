import { CourseForm, GreetingForm, WakeupCourse } from '../course.ts'
import { ForecastQuery, WakeupForecast } from '../forecast.ts'
import { WakeupPreview } from '../preview.ts'
import { RECORDING_TYPE, RecordingFile } from '../recording.ts'
import { WakeupForm } from '../wakeup.ts'
import type { Entries } from './entry.ts'

/** What the calls to come will be like; nothing is written by any of these. */
export const wakeupAhead = {
  forecast: {
    id: 'wakeup.forecast',
    method: 'GET',
    path: '/rest/wakeup/forecast',
    needs: [],
    tag: 'Wakeup calls',
    summary: 'How the calls to come will go, minute by minute',
    description:
      'Of the next 24 hours, or of the span given, 8 days at most. Calls of other tenants over the same lines are reckoned with and not shown. A series counts on each of its days; calls that are rung a second time are not foreseen.',
    query: ForecastQuery,
    reply: WakeupForecast,
  },
  preview: {
    id: 'wakeup.preview',
    method: 'POST',
    path: '/rest/wakeup/preview',
    needs: [],
    reads: true,
    quietly: true,
    tag: 'Wakeup calls',
    summary: 'What a request for calls would do; nothing is stored',
    description:
      'Takes what asking for calls takes, and refuses what that refuses. For each room: when it would ring, the same call if it is there already, others around that time, who stays there, and who rings. 20 times a second for an account at most: 429.',
    body: WakeupForm,
    example: { room: '101', time: '0700' },
    reply: WakeupPreview,
  },
  course: {
    id: 'wakeup.course',
    method: 'POST',
    path: '/rest/wakeup/course',
    needs: ['administrator'],
    reads: true,
    quietly: true,
    tag: 'Wakeup calls',
    summary: 'How a call goes, step by step, by the settings or by others; nobody is rung',
    description:
      'The rules that decide about calls are asked what they would do when the phone does this. A call that is listened to takes 30 seconds, one that finds the phone busy or unreachable one second. Desks that are told mark nothing.',
    body: CourseForm,
    example: { phone: 'no-answer,busy,key' },
    reply: WakeupCourse,
  },
  greeting: {
    id: 'wakeup.greeting',
    method: 'POST',
    path: '/rest/wakeup/course/audio',
    needs: ['administrator'],
    reads: true,
    quietly: true,
    tag: 'Wakeup calls',
    summary: 'Hear the usual greeting, by the settings or by others; nobody is rung',
    description:
      'What the telephone plays when a call without an announcement of its own is answered for the first time, once, without a name of the guest. Twice a second for an account at most: 429.',
    body: GreetingForm,
    example: { time: '07:00', language: 'en' },
    reply: RecordingFile,
    replyType: RECORDING_TYPE,
  },
} as const satisfies Entries
