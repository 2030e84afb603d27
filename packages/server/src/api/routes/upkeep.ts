import { BACKUP_TYPE, INTERFACE } from '@reveille/contract'
import type { Settings } from '../../actions/settings.ts'
import type { UpkeepActions } from '../../actions/site/upkeep.ts'
import { formatInstant } from '../../hotel/time/local-time.ts'
import type { Instant } from '../../kernel/clock.ts'
import { created, json, nothing } from '../answers/answer.ts'
import type { Routes } from '../route.ts'

const { backups, backup, backupFile, doctor, report } = INTERFACE.system

/** Backups, the doctor, and pages that broke. */
export function upkeepRoutes({ route }: Routes, upkeep: UpkeepActions, settings: Settings) {
  const shown = (at: Instant) => formatInstant(at, settings.current().site.timezone)

  route(backups, async ({ actor }) => {
    const { backups: kept, running, failed } = await upkeep.backups(actor)
    return json({
      backups: kept.map((one) => ({ ...one, made: shown(one.made) })),
      running: running === null ? null : shown(running),
      failed,
    })
  })

  route(backup, ({ actor }) => {
    const id = upkeep.backup(actor)
    return created(`/rest/system/backup/${id}`, { error: 0, description: 'The backup is being made', id })
  })

  route(backupFile, async ({ actor, params: { name } }) => ({
    kind: 'file',
    type: BACKUP_TYPE,
    bytes: await upkeep.file(actor, name),
    headers: { 'content-disposition': `attachment; filename="${name}"` },
  }))

  route(doctor, async ({ actor }) => {
    const findings = await upkeep.examine(actor)
    return json({ ok: findings.every(({ level }) => level !== 'fault'), findings: [...findings] })
  })

  route(report, ({ actor, body, request }) => {
    upkeep.report(request.visit?.session.id ?? actor.name, body)
    return nothing
  })
}
