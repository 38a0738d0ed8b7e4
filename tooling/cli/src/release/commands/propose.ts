import { isDeepStrictEqual } from 'node:util'
import { type ListedRemote, listingOf, readMenu } from '@canje/registry'
import { publicKeyOf } from '@canje/release-store'
import { readManifest } from '../checks/dist'
import { readReleaseKey } from '../checks/key'
import { fetchShells, type LiveShell } from '../checks/shells'
import type { Context } from '../context'
import { asNote, type CheckResult, type Finding } from '../findings'
import { buildOfOther } from '../other-build'
import { type Outcome, refusal } from '../outcome'
import { MENU_FILE, type Proposed, proposedBy } from '../proposal'
import { chosenRemote } from '../target'

/** Whether the menu of a shell has a proposal: as it is, with differences, or not at all. */
type State = 'listed' | 'differs' | 'missing'

/**
 * Prints what the operators of shells have to list for a remote, and compares it with the menu of each live shell. It needs
 * no store.
 *
 * @param target name of the remote; by default, the remote of the current folder, or that of `--dist`
 * @returns a finding when the proposal is malformed, and per shell and remote that it would leave out
 */
export async function propose(context: Context, target: string | undefined): Promise<Outcome> {
  const { value: proposed, findings: unknown } = await chosenProposal(context, target)
  if (!proposed) return refusal(unknown)
  const { value: keys, findings: unusable } = await chosenKeys(context)
  if (!keys) return refusal(unusable)
  const own = linesFor(proposed, keys)
  const menu = readMenu({ [proposed.name]: own })
  const [remote] = menu.remotes
  if (!remote) return refusal(menu.findings.map(({ reason }) => malformed(proposed.name, reason)))
  const { value: shells = [], findings: unread } = await fetchShells(context.shells, context.stop)
  const compared = shells.map(({ url, config }) => {
    const listing = listingOf(config.authority, remote.name)
    const lines = linesFor(proposed, keys, listing)
    return { url, lines, state: listing ? stateOf(listing, lines) : 'missing' }
  })
  const known = compared.find(({ state }) => state !== 'missing')
  const menuLines = { [remote.name]: known?.lines ?? own }
  return {
    result: { remotes: menuLines, shells: compared.map(({ url, state }) => ({ url, state })) },
    lines: [JSON.stringify(menuLines, null, 2)],
    findings: shells.flatMap((shell) => clashesIn(shell, remote)),
    notes: [...compared.map(({ url, state }) => `The shell at ${url} ${STATES[state]}`), ...unread.map(asNote)],
  }
}

/**
 * What a shell has to list: the proposal, and what its operator has added, such as an epoch that was raised. With settings,
 * further grants are for the origins in them (D44, settings), which "publish" requires.
 */
function linesFor(
  { name: _, tab, slots = [], connect = [], ...proposed }: Proposed,
  keys: string[],
  listing?: ListedRemote,
) {
  const { epoch = 1, owner, settings = proposed.settings } = listing ?? {}
  const granted = listing?.settings === undefined ? [] : listing.connect
  return {
    ...{ keys, tab, slots, connect: Array.isArray(connect) ? [...new Set([...connect, ...granted])] : connect },
    ...(epoch > 1 && { epoch }),
    ...(owner !== undefined && { owner }),
    ...(settings !== undefined && { settings }),
  }
}

const STATES: Record<State, string> = {
  listed: 'lists it already.',
  differs: `lists it otherwise: replace it in ${MENU_FILE}.`,
  missing: `does not list it: list it in ${MENU_FILE}.`,
}

async function chosenProposal(
  { folder, options: { dist } }: Context,
  target: string | undefined,
): Promise<CheckResult<Proposed>> {
  if (dist === undefined) return chosenRemote(target, folder)
  const { value, findings } = await readManifest(dist, 'Pass the folder that your bundler writes.')
  const ofOther = value ? buildOfOther(value, target) : findings
  return value && ofOther.length === 0 ? { value: proposedBy(value), findings: [] } : { findings: ofOther }
}

async function chosenKeys({ keyFile, options: { key, publicKey } }: Context): Promise<CheckResult<string[]>> {
  if (publicKey !== undefined) return { value: publicKey, findings: [] }
  if (key === undefined) {
    const fix = 'Pass --public-key <base64>, or --key <pem> for its public half. "keygen" makes a key.'
    return { findings: [{ code: 'key-missing', message: 'No key is named that may sign the remote.', fix }] }
  }
  const { value, findings } = await readReleaseKey(keyFile)
  return value ? { value: [publicKeyOf(value)], findings } : { findings }
}

function malformed(name: string, reason: string): Finding {
  const fix = 'Correct canje in its package.json, or the release.json of another bundler.'
  return { code: 'build-failed', message: `${name} proposes what no shell can list. ${reason}.`, fix }
}

function stateOf(listing: ListedRemote, { keys, tab, slots, connect }: ReturnType<typeof linesFor>): State {
  const isSame =
    keys.every((key) => listing.keys.includes(key)) &&
    isDeepStrictEqual(
      [tab, new Set([slots].flat()), new Set([connect].flat())],
      [listing.tab, new Set(listing.slots), new Set(listing.connect)],
    )
  return isSame ? 'listed' : 'differs'
}

/** A remote of the shell that is later in the menu would be left out in favour of the proposed one. */
function clashesIn({ url, config }: LiveShell, remote: ListedRemote): Finding[] {
  const others = config.authority.remotes.filter(({ name }) => name !== remote.name)
  const listings = [...others, remote].map(({ name, ...listing }) => [name, listing] as const)
  const { findings } = readMenu(Object.fromEntries(listings))
  const fix = 'Choose another id and label in canje.tab, and other slots in canje.extensions, of its package.json.'
  return findings.map(({ name, reason }) => {
    return { code: 'not-listed', message: `The shell at ${url} would leave out ${name}. ${reason}.`, fix }
  })
}
