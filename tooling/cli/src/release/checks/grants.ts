import type { KeyObject } from 'node:crypto'
import { keyIdOf, keysFor, listingOf, unmetRequirements } from '@canje/registry'
import { publicKeyOf } from '@canje/release-store'
import { proposedListing } from '../../project/project'
import type { Finding } from '../findings'
import { type Asking, MENU_FILE, proposedBy } from '../proposal'
import type { LiveShell } from './shells'

/** Says that a shell does not list a remote, and why it leaves it out. @returns undefined when it lists it */
export function unlisted({ url, config: { authority } }: LiveShell, name: string): string | undefined {
  if (listingOf(authority, name)) return undefined
  const leftOut = authority.findings.find((finding) => finding.name === name)
  return `The shell at ${url} does not list ${name}${leftOut ? `: ${leftOut.reason}` : ''}.`
}

/**
 * Requires every live shell to list a remote.
 *
 * @param key signs its releases; undefined when it is unusable
 * @returns a finding per shell that does not, with what its operator has to add
 */
export function notListed(shells: LiveShell[], release: Asking, key: KeyObject | undefined): Finding[] {
  // No store keeps what a build proposes.
  const tab = release.proposedTab ?? { id: '…', label: '…', order: 1 }
  const listing = proposedListing({ ...proposedBy(release), tab }, [key ? publicKeyOf(key) : '…'])
  return shells.flatMap((shell) => {
    const message = unlisted(shell, release.name)
    const fix = `Ask its operator to have in ${MENU_FILE}:\n${JSON.stringify({ [release.name]: listing }, null, 2)}`
    return message === undefined ? [] : [{ code: 'not-listed' as const, message, fix }]
  })
}

/** @returns notes per live shell that lists a remote without all slots that its release can fill, or by another label */
export function listedOtherwise(shells: LiveShell[], { name, extensions = [], proposedTab }: Asking): string[] {
  return shells.flatMap(({ url, config: { authority } }) => {
    const { slots = [], tab } = listingOf(authority, name) ?? {}
    const missing = extensions.map(({ slot }) => slot).filter((slot) => tab && !slots.includes(slot))
    const fill = `does not let ${name} fill ${missing.join(' and ')}: its operator can add it to slots`
    const label = `labels ${name} "${tab?.label}", not "${proposedTab?.label}": its operator can change it`
    const isOther = tab && proposedTab && tab.label !== proposedTab.label
    const notes = [...(missing.length > 0 ? [fill] : []), ...(isOther ? [label] : [])]
    return notes.map((note) => `The shell at ${url} ${note}.`)
  })
}

/** @returns a finding per live shell that lists a remote without all origins that its release sends requests to */
export function originsNotGranted(shells: LiveShell[], { name, connect = [] }: Asking): Finding[] {
  return shells.flatMap(({ url, config: { authority } }) => {
    const listing = listingOf(authority, name)
    const missing = connect.filter((origin) => listing && !listing.connect.includes(origin))
    if (!listing || missing.length === 0) return []
    const message = `The shell at ${url} does not let ${name} send requests to ${missing.join(' and ')}.`
    const list = JSON.stringify([...listing.connect, ...missing])
    const fix = `Ask its operator to set "connect": ${list} for ${name} in its config.json, and to update the policy of its page from it. Or remove them from its settings, from canje.connect in package.json, or from connect in the release.json of another bundler.`
    return [{ code: 'connect-not-granted', message, fix }]
  })
}

/** @returns a finding per live shell that lists a remote and trusts other keys for it */
export async function keysNotTrusted(shells: LiveShell[], key: KeyObject, name: string): Promise<Finding[]> {
  const ours = publicKeyOf(key)
  const others = shells
    .map(({ url, config: { authority } }) => ({ url, authority, trusted: keysFor(authority, name) }))
    .filter(({ authority, trusted }) => listingOf(authority, name) && !trusted.includes(ours))
  return Promise.all(
    others.map(async ({ url, trusted }) => {
      const ids = await Promise.all(trusted.map(keyIdOf))
      const message = `The shell at ${url} trusts key ${ids.join(' and ')} for ${name}, not ${await keyIdOf(ours)}.`
      const fix = `Sign with a key that the shell trusts (--key), or have your public key added to its config.json: "${ours}".`
      return { code: 'key-not-trusted' as const, message, fix }
    }),
  )
}

/** @returns a finding per version range of a release that a live shell does not meet */
export function requirementsUnmet(shells: LiveShell[], name: string, requires: Record<string, string>): Finding[] {
  return shells.flatMap(({ url, provides }) =>
    unmetRequirements(requires, provides).map((unmet) => ({
      code: 'requirement-unmet' as const,
      message: `${name} in the shell at ${url}: ${unmet}.`,
      fix: 'Build against the versions of that shell, or deploy a shell that provides the required versions first.',
    })),
  )
}
