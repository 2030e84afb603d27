import { Key } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import type { PageKey } from '../parts/page-keys.ts'
import { shellTexts } from '../texts/shell.ts'
import { useTexts } from '../texts/speech.ts'
import type { PageRoute } from './route.ts'

interface KeyListProps {
  readonly routes: readonly PageRoute[]
  readonly ofPage: readonly PageKey[]
  readonly onClose: () => void
}

const CAPS: Readonly<Record<string, string>> = {
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
}

/** What is written on the key. */
const capOf = (key: string) => CAPS[key] ?? key

/** The keys of the page. */
export function KeyList({ routes, ofPage, onClose }: KeyListProps) {
  const said = useTexts(shellTexts)
  const rows: readonly (readonly [keys: readonly string[], what: string])[] = [
    ...ofPage.flatMap(({ key, what }) => (key === null ? [] : [[key.split('+').map(capOf), what] as const])),
    [[said.searchKeys, '/'], said.keySearch],
    ...routes.flatMap(({ letter, title }) =>
      letter === undefined ? [] : [[['g', letter], said[title]] as const],
    ),
    [['?'], said.keyHelp],
  ]
  return (
    <Dialog title={said.keys} onClose={onClose}>
      <dl className="key-list">
        {rows.map(([keys, what]) => (
          <div key={keys.join()}>
            <dt>
              {keys.map((key) => (
                <Key key={key}>{key}</Key>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <p>
        <a href="/docs/guide/" target="_blank" rel="noopener">
          {said.guide}
        </a>
      </p>
    </Dialog>
  )
}
