import type { ItemRecord } from '@reveille/contract'
import { type BarShelf, isTooMany, mayAdd, type Quantities } from '../../hotel/minibar.ts'
import { Icon, Mark } from '../../parts/icon.tsx'
import { useTexts } from '../../texts/speech.ts'
import { minibarTexts } from './texts.ts'

interface ShelfProps {
  readonly shelf: BarShelf
  readonly quantities: Quantities
  readonly onChange: (id: string, quantity: number) => void
}

/** The items of a category, with its colour and its name. */
export function ShelfOf({ shelf: { category, items }, quantities, onChange }: ShelfProps) {
  return (
    <section className="shelf" aria-label={category.description}>
      <i style={category.color === '' ? {} : { background: category.color }} />
      <div>
        <h2>{category.description}</h2>
        {items.map((item) => (
          <ItemLine
            key={item.id}
            item={item}
            quantity={quantities[item.id] ?? 0}
            onChange={(quantity) => onChange(item.id, quantity)}
          />
        ))}
      </div>
    </section>
  )
}

interface ItemProps {
  readonly item: ItemRecord
  readonly quantity: number
  readonly onChange: (quantity: number) => void
}

function ItemLine({ item, quantity, onChange }: ItemProps) {
  const said = useTexts(minibarTexts)
  const price = [item.price, item.currency].filter(Boolean).join(' ')
  const tooMany = isTooMany(item, quantity)
  return (
    <div className={quantity > 0 ? 'item has' : 'item'}>
      <span className="name">
        <b>{item.description}</b>
        <small>{item.max === 0 ? price : `${price}, ${said.atMost(item.max)}`}</small>
        {tooMany ? (
          <small className="too-many s-bad" role="alert">
            <Mark name="failed" size="tiny" />
            {said.tooMany}
          </small>
        ) : null}
      </span>
      <button
        type="button"
        className="stepper"
        aria-label={said.fewer(item.description)}
        disabled={quantity === 0}
        onClick={() => onChange(quantity - 1)}
      >
        <Icon name="minus" />
      </button>
      <output className={quantity === 0 ? 'none' : ''} aria-label={item.description}>
        {quantity}
      </output>
      <button
        type="button"
        className="stepper"
        aria-label={said.another(item.description)}
        disabled={!mayAdd(item, quantity)}
        onClick={() => onChange(quantity + 1)}
      >
        <Icon name="plus" />
      </button>
    </div>
  )
}
