import type { AnswerOf } from '@reveille/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Drafts, type FormField, mistakesIn, type Thing } from '../../hotel/settings/fields.ts'
import { heldBy, policyHeld } from '../../hotel/settings/policy.ts'
import { secondsIn } from '../../hotel/settings/seconds.ts'
import { toldBy } from '../../hotel/settings/told.ts'
import { useDesk } from '../../live/desk.ts'
import type { MarkName, StateName } from '../../look/icons.ts'
import { Chip } from '../../parts/button.tsx'
import { useTexts } from '../../texts/speech.ts'
import { AlarmMoments } from './alarm-moments.tsx'
import { clockAt, CourseMoment } from './course-moment.tsx'
import { GuestHears } from './guest-hears.tsx'
import { settingsTexts, type SettingsTexts } from './texts.ts'

type Step = AnswerOf<'wakeup.course'>['steps'][number]

/** What may happen, with what the phone does each time that it is rung. */
const SCENES = {
  phone_noAnswer: { phone: 'no-answer' },
  phone_key: { phone: 'key' },
  phone_snooze: { phone: 'snooze,snooze,key' },
  phone_busy: { phone: 'busy' },
  phone_noLine: { phone: 'no-line' },
  phone_vip: { phone: 'no-answer', vip: true },
} as const
const NAMES = Object.keys(SCENES).filter((name): name is keyof typeof SCENES => name in SCENES)

/** Whom the desk passes an alarm on to, and the check at night, change nothing about a call. */
const NO_CONDUCT: readonly string[] = ['escalation', 'nightCheck']

interface CourseLineProps {
  readonly fields: readonly FormField[]
  readonly drafts: Drafts
  /** Of which tenant; left out: the site. */
  readonly tenant?: string
}

/** A call thought through by what stands in the form, drawn as a line of time. */
export function CourseLine({ fields, drafts, tenant }: CourseLineProps) {
  const texts = useTexts(settingsTexts)
  const [scene, setScene] = useState<keyof typeof SCENES>('phone_noAnswer')
  const conduct = useConduct(fields, drafts)
  const steps = useCourse(conduct, scene, tenant)
  const told = toldBy(heldBy(fields, drafts)['escalation'])
  const isLong = (secondsIn(conduct['ringTime']) ?? 0) > 30
  return (
    <section className="course" aria-label={texts.course}>
      <div className="course-head">
        <h3>{texts.course}</h3>
        <span className="second">{texts.courseWhat(clockAt(0))}</span>
      </div>
      <div className="chips">
        {NAMES.map((name) => (
          <Chip key={name} on={name === scene} onClick={() => setScene(name)}>
            {texts[name]}
          </Chip>
        ))}
      </div>
      <ol className="course-steps" tabIndex={0}>
        {steps.map((step, at) => {
          const key = `${step.after} ${step.step} ${at}`
          return step.step === 'alarm' ? (
            <AlarmMoments key={key} after={step.after} told={told} />
          ) : (
            <CourseStep key={key} step={step} />
          )
        })}
      </ol>
      <GuestHears wakeup={conduct} tenant={tenant} />
      {isLong ? <p className="tag s-again">{texts.longRing}</p> : null}
    </section>
  )
}

/** What holds by the form; while one of its values is wrong, what held before it was. */
function useConduct(all: readonly FormField[], drafts: Drafts): Thing {
  const fields = all.filter(({ name }) => !NO_CONDUCT.includes(name))
  const isRight = mistakesIn(fields, drafts).size === 0
  const held = policyHeld(fields, drafts)
  const [last, setLast] = useState(held)
  if (!isRight) return last
  if (JSON.stringify(last) !== JSON.stringify(held)) setLast(held)
  return held
}

/** Told whole: what is left out would be as it is stored. */
function useCourse(wakeup: Thing, scene: keyof typeof SCENES, tenant: string | undefined): readonly Step[] {
  const { client } = useDesk()
  const { data } = useQuery({
    queryKey: ['settings-course', scene, tenant ?? '', JSON.stringify(wakeup)],
    queryFn: ({ signal }) => {
      const query = tenant === undefined ? {} : { query: { tenant } }
      return client.call('wakeup.course', { body: { ...SCENES[scene], wakeup }, ...query }, { signal })
    },
    placeholderData: keepPreviousData,
  })
  return data?.steps ?? []
}

const LOOKS: Readonly<Record<Step['step'], readonly [StateName, MarkName]>> = {
  desk: ['hand', 'hand'],
  ring: ['busy', 'bell'],
  again: ['again', 'again'],
  snooze: ['put', 'crescent'],
  wait: ['waits', 'waits'],
  over: ['over', 'bar'],
  alarm: ['bad', 'triangle'],
}
const COMPLETE = 1

const lookOf = ({ step, result }: Step): readonly [StateName, MarkName] =>
  step === 'over' && result === COMPLETE ? ['good', 'tick'] : LOOKS[step]

const wordsOf = ({ step, attempt = 1 }: Step, texts: SettingsTexts): string =>
  step === 'ring' ? texts.step_ring(attempt) : texts[`step_${step}`]

function CourseStep({ step }: { readonly step: Step }) {
  const texts = useTexts(settingsTexts)
  return (
    <CourseMoment after={step.after} look={lookOf(step)} words={wordsOf(step, texts)}>
      {step.until === undefined ? null : texts.lasts(step.until - step.after)}
    </CourseMoment>
  )
}
