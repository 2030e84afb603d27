// The history: a release is a tag on the commit that it was made of.
import { execFileSync } from 'node:child_process'
import { ROOT } from './product.mjs'

const git = (root, ...words) =>
  execFileSync('git', words, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    .toString()
    .trim()

const nameOf = ({ version }) => `v${version}`

/** What speaks against a tag, in words. */
export function objectionsToTag(product, root = ROOT) {
  const name = nameOf(product)
  return [
    ...(git(root, 'status', '--porcelain') === ''
      ? []
      : ['There are changes that are not committed: nobody could make this release again']),
    ...(git(root, 'tag', '--list', name) === '' ? [] : [`${name} is there already: a release is made once`]),
  ]
}

export function tagRelease(product, root = ROOT) {
  const { version, released } = product
  git(root, 'tag', '--annotate', nameOf(product), '--message', `Reveille ${version} (${released})`)
  return nameOf(product)
}
