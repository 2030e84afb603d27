import fs from 'node:fs'
import path from 'node:path'

/** Root may work for a server that runs as another user, who must be able to open the new files. */
export function giveToOwner(folder: string) {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = fs.statSync(folder)
  const ours = fs.readdirSync(folder).filter((name) => name.startsWith('reveille.'))
  for (const name of ours) fs.chownSync(path.join(folder, name), uid, gid)
}
