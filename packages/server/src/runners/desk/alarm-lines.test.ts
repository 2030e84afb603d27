import { expect, it } from 'vitest'
import { createLog } from '../../kernel/log.ts'
import type { Activity } from '../../store/stores/activity-store.ts'
import { alarmLines } from './alarm-lines.ts'

const row = (of: Partial<Activity>): Activity => ({
  id: 1,
  at: 0,
  tenant: 't1',
  kind: 'alarm.raised',
  room: '101',
  actor: 'system',
  source: 'system',
  wakeup: 'w',
  text: 'Nobody answered',
  detail: { alarm: 'a', kind: 'wakeup.failed' },
  ...of,
})

it('what the desk is told, and that it is over, stands in the server’s own log', () => {
  const lines: Record<string, unknown>[] = []
  const log = createLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) })
  alarmLines(log)([
    row({}),
    row({ kind: 'wakeup.settled', detail: { outcome: 'busy' } }),
    row({ kind: 'alarm.told' }),
    row({ kind: 'alarm.over', text: 'A line was found' }),
    row({ kind: 'alarm.acknowledged', actor: 'desk', text: 'Acknowledged by desk' }),
    row({ detail: { unreadable: '{' } }),
  ])

  const facts = { alarm: 'a', kind: 'wakeup.failed', tenant: 't1', room: '101' }
  expect(lines).toMatchObject([
    { level: 40, event: 'alarm.raised', ...facts, msg: 'Nobody answered' },
    { level: 30, event: 'alarm.over', ...facts, msg: 'A line was found' },
    { level: 30, event: 'alarm.acknowledged', ...facts, actor: 'desk', msg: 'Acknowledged by desk' },
  ])
  expect(lines).toHaveLength(3)
})
