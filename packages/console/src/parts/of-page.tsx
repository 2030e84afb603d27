import { createContext, type ReactNode, useContext } from 'react'

/** The page that draws, by the name of its folder. */
const PageName = createContext('')

const classOf = (name: string): string => (name === '' ? '' : `of-${name}`)

interface OfPageProps {
  readonly name: string
  /** By its class the styles of the page are in force: it belongs to the element around the page. */
  readonly children: (ofPage: string) => ReactNode
}

/**
 * The styles of a page reach that page alone, although they stay once they are there: each of their rules asks for
 * this class.
 */
export const OfPage = ({ name, children }: OfPageProps) => (
  <PageName value={name}>{children(classOf(name))}</PageName>
)

/** For what a page draws elsewhere, such as a dialog. */
export const useOfPage = (): string => classOf(useContext(PageName))

/** A page without the frame around pages. */
export const LonePage = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <OfPage name={name}>{(ofPage) => <div className={`lone-page ${ofPage}`}>{children}</div>}</OfPage>
)
