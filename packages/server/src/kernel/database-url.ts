/**
 * A database URL may name several hosts, as `postgres://user@a:5432,b:5433/hotel`: one URL for each of them, in order.
 * Null for what is no such address.
 */
export function hostUrls(url: string): readonly string[] | null {
  const [, start = '', hosts = '', rest = ''] =
    /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^/?]*)(.*)$/s.exec(url) ?? []
  const urls = hosts.split(',').map((host) => start + host + rest)
  const areWhole = urls.length === 1 || hosts.split(',').every((host) => host !== '')
  return start !== '' && areWhole && urls.every((one) => URL.canParse(one)) ? urls : null
}
