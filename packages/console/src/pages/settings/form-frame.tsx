import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import type { ConfigState } from '../../api/config.ts'
import {
  changesOf,
  draftsOf,
  type Drafts,
  type FormField,
  isChanged,
  mergedOf,
  type Mistake,
  mistakesIn,
  newOf,
  formPlace,
  shownOf,
  type Thing,
} from '../../hotel/settings/fields.ts'
import { heldBy } from '../../hotel/settings/policy.ts'
import { type Risk, risksIn, type RiskyForm } from '../../hotel/settings/risks.ts'
import { isStored } from '../../hotel/settings/secrets.ts'
import { instantOf } from '../../kernel/clock.ts'
import { asFailure, type Failure } from '../../kernel/failure.ts'
import { useSession } from '../../live/desk.ts'
import { useHalfDone } from '../../live/use.ts'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/dialog.tsx'
import { Icon } from '../../parts/icon.tsx'
import { useUnsaved } from '../../parts/leaving.ts'
import { Skeleton, Trouble } from '../../parts/nothing.tsx'
import { Tag } from '../../parts/state.tsx'
import { commonTexts } from '../../texts/common.ts'
import { failureTexts, failureWords, moreToTell } from '../../texts/failures.ts'
import { mistakeTexts, mistakeWords } from '../../texts/mistakes.ts'
import { useFormat, useLanguage, useTexts } from '../../texts/speech.ts'
import { Conflict } from './conflict.tsx'
import { FieldLists } from './field-lists.tsx'
import { FormContext, type FormState } from './form-context.ts'
import { SchemaFields } from './schema-field.tsx'
import { settingsTexts } from './texts.ts'
import { useConfigList, useLastChange, useSiteFileThings, said as textIn } from './use-config.ts'

export interface FormFrameProps {
  readonly title: string
  readonly fields: readonly FormField[]
  /** Under which what is shown is kept; null: something new, which is nowhere yet. */
  readonly queryKey: readonly string[] | null
  readonly load: (signal?: AbortSignal) => Promise<ConfigState>
  readonly save: (body: Thing, tag: string) => Promise<void>
  readonly onSaved: () => void
  readonly takesNull: 'all' | readonly string[]
  /** What the log calls it, and its key there. */
  readonly log: { readonly noun: string; readonly key: string }
  /** What the site file calls it. */
  readonly inFile: string
  readonly locked?: readonly string[]
  readonly hidden?: readonly string[]
  /** What in it may be dangerous. */
  readonly risky?: RiskyForm | undefined
  /** The field that the thing goes by. */
  readonly keyField?: string
  /** Mistakes of the server begin with this. */
  readonly prefix?: string
  /** Asks before something dangerous is saved; false: it was not to be. */
  readonly beforeSave?: (body: Thing, stored: Thing) => Promise<boolean>
  readonly deeds?: ReactNode
  readonly children?: (drafts: Drafts, change: (drafts: Drafts) => void, stored: Thing) => ReactNode
  /** What stands above the fields. */
  readonly above?: (drafts: Drafts, stored: Thing) => ReactNode
}

/** A form: what is stored, what somebody writes over it, and what came of saving it. */
export function FormFrame(props: FormFrameProps) {
  const { queryKey, load } = props
  const { data, error, refetch } = useQuery({
    queryKey: queryKey ?? ['settings-new', props.title],
    queryFn: ({ signal }) => load(signal),
    gcTime: 0,
  })
  const texts = useTexts(settingsTexts)
  if (error !== null)
    return asFailure(error).told?.status === 404 ? (
      <p className="nothing">{texts.gone}</p>
    ) : (
      <Trouble error={error} onRetry={() => void refetch()} />
    )
  if (data === undefined) return <Skeleton kind="form" rows={8} />
  return <LoadedForm {...props} stored={data} onStale={() => refetch().then(({ data: fresh }) => fresh)} />
}

interface LoadedFormProps extends FormFrameProps {
  readonly stored: ConfigState
  readonly onStale: () => Promise<ConfigState | undefined>
}

/** What is saved, over which state. */
interface Written {
  readonly tag: string
  readonly over: Drafts
  readonly mine: Drafts
}

const NO_RISKS: ReadonlyMap<string, Risk> = new Map()

/** What the server says is wrong: by the fields of this form, and the rest. */
interface Sorted {
  readonly own: ReadonlyMap<string, Mistake>
  readonly others: readonly Mistake[]
}

function sortedOf(failure: Failure | null, { fields, prefix = '', keyField = '' }: FormFrameProps): Sorted {
  const own = new Map<string, Mistake>()
  const others: Mistake[] = []
  for (const { field, ...mistake } of failure?.told?.problems ?? []) {
    // That there is one already is told of the whole: here it is what the thing goes by.
    const place = mistake.code === 'thing.exists' ? `${prefix}${keyField}` : formPlace(field)
    const inForm = place.startsWith(prefix) ? place.slice(prefix.length) : ''
    const [name] = inForm.split('.')
    if (fields.some((one) => one.name === name)) own.set(inForm, mistake)
    else others.push(mistake)
  }
  return { own, others }
}

function LoadedForm(props: LoadedFormProps) {
  const { title, fields, stored, save, onSaved, takesNull, queryKey } = props
  const shown = shownOf(fields, props.hidden ?? [])
  const texts = useTexts(settingsTexts)
  const queries = useQueryClient()
  const [base, setBase] = useState(stored)
  const before = useMemo(() => draftsOf(fields, base.object), [fields, base])
  const [drafts, setDrafts] = useState(before)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [theirs, setTheirs] = useState<ConfigState | null>(null)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [state, setState] = useState<'idle' | 'saving' | 'saved'>('idle')
  const [version, setVersion] = useState(0)
  const isNew = queryKey === null
  const isUnsaved = isChanged(before, drafts)
  const form = useRef<HTMLFormElement>(null)

  const change = (next: Drafts) => {
    setDrafts(next)
    setState('idle')
  }
  const settled = (fresh: ConfigState) => {
    setBase(fresh)
    setDrafts(draftsOf(fields, fresh.object))
    setVersion((one) => one + 1)
  }
  const undo = () => {
    setFailure(null)
    settled(base)
  }
  const write = async ({ tag, over, mine }: Written) => {
    const body = isNew ? newOf(fields, mine) : changesOf(fields, over, mine, { takesNull })
    if (!isNew && props.beforeSave !== undefined && !(await props.beforeSave(body, base.object)))
      return setState('idle')
    await save(body, tag)
    setFailure(null)
    setState('saved')
    if (!isNew) {
      const fresh = await props.onStale()
      if (fresh !== undefined) settled(fresh)
    }
    await queries.invalidateQueries({ queryKey: ['settings-list'] })
    if (isNew) setDrafts(before)
    onSaved()
  }
  const submit = async (written: Written = { tag: base.tag, over: before, mine: drafts }) => {
    const own = mistakesIn(shown, written.mine)
    setLeft(new Set(own.keys()))
    if (own.size > 0) return focusWrong(form.current)
    setState('saving')
    try {
      await write(written)
    } catch (error) {
      setState('idle')
      const failed = asFailure(error)
      setFailure(failed)
      if (failed.told?.status === 412) setTheirs((await props.onStale()) ?? null)
      else focusWrong(form.current)
    }
  }
  const wrong = sortedOf(failure, { ...props, fields: shown })
  const context = useFormContext(props, {
    mistakes: wrong.own,
    risks: props.risky === undefined ? NO_RISKS : risksIn(props.risky, heldBy(fields, drafts)),
    left,
    refuse: (failed) => {
      const isOfField = sortedOf(failed, { ...props, fields: shown }).own.size > 0
      setFailure(isOfField ? failed : null)
      if (isOfField) focusWrong(form.current)
      return isOfField
    },
    leave: (path) => setLeft((all) => (all.has(path) ? all : new Set([...all, path]))),
    isNew,
    version,
    object: base.object,
  })
  return (
    <FormContext value={context}>
      <form
        className="settings-form"
        ref={form}
        noValidate
        aria-label={title}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <FormHead {...{ title, isUnsaved, isNew, state }} onUndo={undo} />
        <About {...props} version={base.tag} />
        {failure === null || failure.told?.status === 412 ? null : (
          <Refused failure={failure} wrong={wrong} />
        )}
        {props.above?.(drafts, stored.object)}
        {fields.some(({ kind, required }) => required === true && kind !== 'fixed') ? (
          <p className="second small needs">{texts.needed}</p>
        ) : null}
        <SchemaFields fields={fields} drafts={drafts} path="" onChange={change} />
        <FieldLists fields={fields} />
        {props.children?.(drafts, change, stored.object)}
        {props.deeds === undefined || isNew ? null : <div className="deeds">{props.deeds}</div>}
      </form>
      <LeaveGuard isUnsaved={isUnsaved && state !== 'saving'} />
      {theirs === null ? null : (
        <Conflict
          {...{ fields, log: props.log }}
          mine={drafts}
          base={before}
          theirs={draftsOf(fields, theirs.object)}
          version={theirs.tag}
          onMine={() => {
            const over = draftsOf(fields, theirs.object)
            const mine = mergedOf(fields, before, drafts, over)
            setTheirs(null)
            setBase(theirs)
            setDrafts(mine)
            void submit({ tag: theirs.tag, over, mine })
          }}
          onTheirs={() => {
            setTheirs(null)
            setFailure(null)
            settled(theirs)
          }}
        />
      )}
      <span className="heard-only" role="status">
        {state === 'saved' ? texts.saved : ''}
      </span>
    </FormContext>
  )
}

/** Whoever saves is led to the first field that is not right. */
function focusWrong(form: HTMLFormElement | null): void {
  queueMicrotask(() => form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
}

interface Known extends Pick<
  FormState,
  'mistakes' | 'risks' | 'refuse' | 'left' | 'leave' | 'isNew' | 'version'
> {
  readonly object: Thing
}

function useFormContext(props: FormFrameProps, known: Known): FormState {
  const { locked = [], hidden = [], takesNull } = props
  const tenants = useConfigList('tenant').data ?? []
  const { permissions } = useSession()
  const categories = useConfigList('category', permissions.includes('inventory')).data ?? []
  const { object, ...others } = known
  return {
    ...others,
    locked,
    hidden,
    tenants: tenants.map((one) => ({ value: textIn(one, 'id'), word: textIn(one, 'name') })),
    categories: categories.map((one) => ({ value: textIn(one, 'id'), word: textIn(one, 'description') })),
    isSet: (path, beside) => isStored(object, path, beside),
    // What stands within a receiver goes with it.
    canGo: ({ name, required }, path) =>
      required !== true && path === name && (takesNull === 'all' || takesNull.includes(name)),
  }
}

interface FormHeadProps {
  readonly title: string
  readonly isUnsaved: boolean
  readonly isNew: boolean
  readonly state: 'idle' | 'saving' | 'saved'
  readonly onUndo: () => void
}

function FormHead({ title, isUnsaved, isNew, state, onUndo }: FormHeadProps) {
  const texts = useTexts(settingsTexts)
  const { save } = useTexts(commonTexts)
  return (
    <div className="form-head">
      <h2>{title}</h2>
      {isUnsaved && !isNew ? (
        <>
          <Tag state="again">{texts.unsaved}</Tag>
          <Button look="quiet" onClick={onUndo}>
            {texts.undo}
          </Button>
        </>
      ) : null}
      {state === 'saved' && !isUnsaved ? <Tag state="good">{texts.saved}</Tag> : null}
      <Button type="submit" look="main" asks disabled={!isUnsaved && !isNew} aria-busy={state === 'saving'}>
        {state === 'saving' ? texts.saving : isNew ? texts.create : save}
      </Button>
    </div>
  )
}

/** Who was here last, and whether the site file has a word in it. */
function About({ log, inFile, queryKey, version }: FormFrameProps & { readonly version: string }) {
  const texts = useTexts(settingsTexts)
  const format = useFormat()
  const last = useLastChange(log.noun, log.key, version)
  const things = useSiteFileThings()
  if (queryKey === null) return null
  return (
    <p className="about">
      {last === null ? null : (
        <span className="second">
          {texts.changedBy(last.who, `${format.day(instantOf(last.at))} ${format.time(instantOf(last.at))}`)}
        </span>
      )}
      {things.has(inFile) ? (
        <span className="from-file">
          <Icon name="log" size="tiny" />
          {texts.fromFile}
        </span>
      ) : null}
    </p>
  )
}

/** What the server said, where no field says it better. */
function Refused({ failure, wrong: { own, others } }: { readonly failure: Failure; readonly wrong: Sorted }) {
  const texts = useTexts(settingsTexts)
  const said = useTexts(failureTexts)
  const mistakes = useTexts(mistakeTexts)
  const language = useLanguage()
  const { count } = useFormat()
  const words = [
    ...(own.size > 0 ? [texts.mistakes(own.size)] : []),
    ...others.map((one) => mistakeWords(one, mistakes, language) ?? one.description ?? mistakes.rule),
  ]
  const sentence = words.length > 0 ? '' : moreToTell(failure)
  return (
    <p className="refused s-bad" role="alert">
      <Icon name="alarms" size="small" />
      <span>
        {words.length > 0 ? words.join(' ') : failureWords(failure, said, count)}
        {sentence === '' ? null : (
          <span className="sentence" lang="en">
            {sentence}
          </span>
        )}
      </span>
    </p>
  )
}

/** Nobody leaves what they wrote without being asked. */
function LeaveGuard({ isUnsaved }: { readonly isUnsaved: boolean }) {
  const texts = useTexts(settingsTexts)
  const [go, setGo] = useState<{ readonly act: () => void; readonly stay: () => void } | null>(null)
  const ask = useCallback((act: () => void, stay: () => void) => setGo({ act, stay }), [])
  useUnsaved(isUnsaved, ask)
  useHalfDone(isUnsaved)
  if (go === null || !isUnsaved) return null
  return (
    <Confirm
      title={texts.leaveTitle}
      deed={texts.leave}
      isDangerous
      onYes={() => {
        setGo(null)
        go.act()
      }}
      onNo={() => {
        setGo(null)
        go.stay()
      }}
    />
  )
}
