import { isDeepStrictEqual } from 'node:util'
import { type ListedRemote, listingOf, readMenu, readSettings } from '@canje/registry'
import { publicKeyOf } from '@canje/release-store'
import { proposedListing, withOrigins } from '../../project/project'
import { readManifest } from '../checks/dist'
import { readReleaseKey } from '../checks/key'
import { fetchShells, getText, type LiveShell } from '../checks/shells'
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
  const own = proposedListing(proposed, keys)
  const menu = readMenu({ [proposed.name]: own })
  const [remote] = menu.remotes
  if (!remote) return refusal(menu.findings.map(({ reason }) => malformed(proposed.name, reason)))
  const { value: shells = [], findings: unread } = await fetchShells(context.shells, context.stop)
  const lister = shells.find(({ config }) => listingOf(config.authority, remote.name))
  const lines = lister ? { ...own, ...(await operatorsPart(lister, proposed, context.stop)) } : own
  const menuLines = { [remote.name]: lines }
  const { connect } = proposedListing({ ...proposed, settings: undefined }, keys)
  const states = shells.map((shell) => ({ url: shell.url, state: stateIn(shell, remote, [connect].flat()) }))
  return {
    result: { remotes: menuLines, shells: states },
    lines: [JSON.stringify(menuLines, null, 2)],
    findings: shells.flatMap((shell) => clashesIn(shell, remote)),
    notes: [...states.map(({ url, state }) => `The shell at ${url} ${STATES[state]}`), ...unread.map(asNote)],
  }
}

/** What the operator of a shell has added, which must stay: such as an epoch that was raised, and settings with their origins. */
async function operatorsPart({ url, config }: LiveShell, { name, connect = [] }: Proposed, stop: AbortSignal) {
  const { epoch = 1, owner, settings } = listingOf(config.authority, name) ?? {}
  const added = { ...(epoch > 1 && { epoch }), ...(owner !== undefined && { owner }) }
  if (settings === undefined) return added
  const given = await readSettings({ name, settings }, (path) => getText(`${url}${path}`, stop)).catch(() => ({}))
  return { ...added, connect: withOrigins(connect, given), settings }
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

/** @param connect the origins that are equal in every shell */
function stateIn({ config }: LiveShell, { keys, tab, slots, name }: ListedRemote, connect: unknown[]): State {
  const listing = listingOf(config.authority, name)
  if (!listing) return 'missing'
  // Further ones are of its settings.
  const grants = listing.connect.filter((origin) => listing.settings === undefined || connect.includes(origin))
  const isSame =
    keys.every((key) => listing.keys.includes(key)) &&
    isDeepStrictEqual([tab, new Set(slots), new Set(connect)], [listing.tab, new Set(listing.slots), new Set(grants)])
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
