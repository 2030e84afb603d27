import { createContext, useContext } from 'react'

/** Why nothing can be asked of the server just now, in words; left out while it answers. */
export const WhyNotContext = createContext<string | undefined>(undefined)

/** For deeds that need the server: a button that is given it cannot be pressed, and says so. */
export const useWhyNot = (): string | undefined => useContext(WhyNotContext)
