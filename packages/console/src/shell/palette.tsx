import { type KeyboardEvent, useId, useState } from 'react'
import { Icon } from '../parts/icon.tsx'
import { Modal } from '../parts/modal.tsx'
import { useWhyNot } from '../parts/why-not.ts'
import { shellTexts } from '../texts/shell.ts'
import { useTexts } from '../texts/speech.ts'
import { type Command, foundAmong } from './commands.ts'

interface PaletteProps {
  readonly commands: readonly Command[]
  /** What is found by these words alone; it comes first. */
  readonly find: (typed: string) => readonly Command[]
  readonly onClose: () => void
}

/** Pixels. */
const WIDTH = 560

/** Everything by typing: rooms and guests, pages and deeds. */
export function Palette({ commands, find, onClose }: PaletteProps) {
  const said = useTexts(shellTexts)
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const list = useId()
  const found = [...find(typed), ...foundAmong(commands, typed)]
  const whyNot = useWhyNot()
  const hindranceOf = ({ asks = false }: Command) => (asks ? whyNot : undefined)
  const run = (command: Command | undefined) => {
    if (command === undefined || hindranceOf(command) !== undefined) return
    onClose()
    command.act()
  }
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => setAt(Math.min(at + 1, found.length - 1)),
    ArrowUp: () => setAt(Math.max(at - 1, 0)),
    Enter: () => run(found[at]),
  }
  const press = (event: KeyboardEvent) => {
    const act = keys[event.key]
    if (act === undefined) return
    event.preventDefault()
    act()
  }
  return (
    <Modal className="palette" label={said.search} width={WIDTH} isHigh onClose={onClose}>
      <div className="palette-line">
        <Icon name="search" />
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls={list}
          aria-activedescendant={found[at] === undefined ? undefined : `${list}-${at}`}
          aria-label={said.searchWhat}
          placeholder={said.searchWhat}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            setAt(0)
          }}
          onKeyDown={press}
          // At once: whoever opens it by a key types on.
          autoFocus
          data-autofocus
        />
      </div>
      <p className="heard-only" role="status">
        {said.found(found.length)}
      </p>
      <ul id={list} role="listbox" aria-label={said.search}>
        {found.map((command, place) => (
          <li
            key={command.id}
            id={`${list}-${place}`}
            role="option"
            aria-selected={place === at}
            aria-disabled={hindranceOf(command) !== undefined}
            onClick={() => run(command)}
            onPointerMove={() => setAt(place)}
          >
            <Icon name={command.icon} size="small" />
            <span>
              {command.words}
              {hindranceOf(command) === undefined ? null : <small>{hindranceOf(command)}</small>}
            </span>
          </li>
        ))}
      </ul>
      {found.length === 0 ? <p className="palette-none">{said.nothingFound}</p> : null}
    </Modal>
  )
}
