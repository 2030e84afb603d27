import { saveFile } from '../kernel/files.ts'
import { commonTexts } from '../texts/common.ts'
import { useTexts } from '../texts/speech.ts'
import { Button } from './button.tsx'
import { useToast } from './toasts.tsx'

interface CsvButtonProps {
  /** Of the file, without its ending. */
  readonly name: string
  readonly read: () => Promise<string>
}

/** The list as it is filtered, for a spreadsheet. */
export function CsvButton({ name, read }: CsvButtonProps) {
  const { csv } = useTexts(commonTexts)
  const toast = useToast()
  const save = async () => saveFile(`${name}.csv`, 'text/csv', await read())
  return (
    <Button icon="download" className="no-print" asks onClick={() => void save().catch(toast.failure)}>
      {csv}
    </Button>
  )
}
