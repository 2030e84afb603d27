import type { BaseLocationHook } from 'wouter'
import { navigate, usePathname, useSearch } from 'wouter/use-browser-location'

/** The router takes the writing off an address once, whoever reads a part of it once more. */
const writtenOnceMore = (address: string) => address.replaceAll('%', '%25')

/** The address as it is written: each part is read once, by whoever needs it, so that a room may be called 100%. */
export const useWrittenAddress: BaseLocationHook = () => [writtenOnceMore(usePathname()), navigate]

useWrittenAddress.searchHook = () => writtenOnceMore(useSearch())
