import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { configObjects } from '../../api/config.ts'
import { FORMS } from '../../hotel/settings/forms.gen.ts'
import { useDesk } from '../../live/desk.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { useTexts } from '../../texts/speech.ts'
import { FormFrame } from './form-frame.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { settingsTexts } from './texts.ts'
import { listKey } from './use-config.ts'

/** Many rooms at once. */
export function RoomTools() {
  const texts = useTexts(settingsTexts)
  const [open, setOpen] = useState<'nothing' | 'range' | 'table'>('nothing')
  const close = () => setOpen('nothing')
  return (
    <div className="room-tools">
      <Button icon="plus" asks onClick={() => setOpen('range')}>
        {texts.addRange}
      </Button>
      <Button icon="upload" asks onClick={() => setOpen('table')}>
        {texts.importRooms}
      </Button>
      {open === 'range' ? <RangeDialog onClose={close} /> : null}
      {open === 'table' ? <ImportDialog onClose={close} /> : null}
    </div>
  )
}

function RangeDialog({ onClose }: { readonly onClose: () => void }) {
  const texts = useTexts(settingsTexts)
  const { client } = useDesk()
  const queries = useQueryClient()
  return (
    <Dialog title={texts.addRange} onClose={onClose} size={640}>
      <FormFrame
        title={texts.addRange}
        fields={FORMS.range}
        queryKey={null}
        load={() => Promise.resolve({ object: {}, tag: '' })}
        save={async (body) => {
          await configObjects(client, 'mailbox').add(body)
          await queries.invalidateQueries({ queryKey: listKey('mailbox') })
          onClose()
        }}
        onSaved={() => {}}
        takesNull={[]}
        log={{ noun: 'mailbox', key: '' }}
        inFile=""
      />
    </Dialog>
  )
}
