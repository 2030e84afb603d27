import { useSearchParams } from 'wouter'
import { Button } from './button.tsx'
import { Empty } from './nothing.tsx'

interface WhichHouseProps {
  readonly title: string
  readonly houses: readonly { readonly tenant: string; readonly name: string }[]
}

/** Two houses may have a room of one number: nothing is done before somebody says which. */
export function WhichHouse({ title, houses }: WhichHouseProps) {
  const [, setQuery] = useSearchParams()
  return (
    <Empty>
      <h1>{title}</h1>
      <div className="buttons">
        {houses.map(({ tenant, name }) => (
          <Button key={tenant} onClick={() => setQuery({ tenant })}>
            {name}
          </Button>
        ))}
      </div>
    </Empty>
  )
}
