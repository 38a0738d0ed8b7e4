import { isDeepStrictEqual } from 'node:util'
import { type ListedRemote, listingOf, readMenu } from '@canje/registry'
import { publicKeyOf } from '@canje/release-store'
import { readManifest } from '../checks/dist'
import { readReleaseKey } from '../checks/key'
import { fetchShells, type LiveShell } from '../checks/shells'
import type { Context } from '../context'
import { asNote, type Finding, Refusal } from '../findings'
import { requireNamed } from '../other-build'
import type { Outcome } from '../outcome'
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
  const { name, tab, slots = [], connect = [], settings } = await chosenProposal(context, target)
  const keys = await chosenKeys(context)
  const own = { keys, tab, slots, connect, ...(settings !== undefined && { settings }) }
  const menu = readMenu({ [name]: own })
  const [remote] = menu.remotes
  if (!remote) throw new Refusal(menu.findings.map(({ reason }) => malformed(name, reason)))
  const { value: shells = [], findings: unread } = await fetchShells(context.shells, context.stop)
  const listing = shells.flatMap(({ config }) => listingOf(config.authority, name) ?? [])[0]
  const lines = { [name]: { ...own, ...(listing && operatorsPart(listing, remote)) } }
  const states = shells.map((shell) => ({ url: shell.url, state: stateIn(shell, remote) }))
  return {
    result: { remotes: lines, shells: states },
    lines: [JSON.stringify(lines, null, 2)],
    findings: shells.flatMap((shell) => clashesIn(shell, remote)),
    notes: [...states.map(({ url, state }) => `The shell at ${url} ${STATES[state]}`), ...unread.map(asNote)],
  }
}

/** What the operator of a shell has added to a proposal: an epoch that was raised must stay. */
function operatorsPart(listing: ListedRemote, proposed: ListedRemote) {
  const { epoch, owner, settings } = listing
  return {
    connect: grantsIn(listing, proposed),
    ...(epoch > 1 && { epoch }),
    ...(owner !== undefined && { owner }),
    ...(settings !== undefined && { settings }),
  }
}

/** With settings, further grants are for the origins in them (D44, settings), which "publish" requires. */
function grantsIn({ settings, connect }: ListedRemote, proposed: ListedRemote): string[] {
  return settings === undefined ? proposed.connect : [...new Set([...proposed.connect, ...connect])]
}

const STATES: Record<State, string> = {
  listed: 'lists it already.',
  differs: `lists it otherwise: replace it in ${MENU_FILE}.`,
  missing: `does not list it: list it in ${MENU_FILE}.`,
}

async function chosenProposal({ folder, options: { dist } }: Context, target: string | undefined): Promise<Proposed> {
  if (dist === undefined) return chosenRemote(target, folder)
  const manifest = await readManifest(dist, 'Pass the folder that your bundler writes.')
  requireNamed(manifest, target)
  return proposedBy(manifest)
}

async function chosenKeys({ keyFile, options: { key, publicKey } }: Context): Promise<string[]> {
  if (publicKey !== undefined) return publicKey
  if (key !== undefined) return [publicKeyOf(await readReleaseKey(keyFile))]
  const fix = 'Pass --public-key <base64>, or --key <pem> for its public half. "keygen" makes a key.'
  throw new Refusal([{ code: 'key-missing', message: 'No key is named that may sign the remote.', fix }])
}

function malformed(name: string, reason: string): Finding {
  const fix = 'Correct canje in its package.json, or the release.json of another bundler.'
  return { code: 'build-failed', message: `${name} proposes what no shell can list. ${reason}.`, fix }
}

function stateIn({ config }: LiveShell, proposed: ListedRemote): State {
  const listing = listingOf(config.authority, proposed.name)
  if (!listing) return 'missing'
  const { keys, tab, slots } = proposed
  const isSame =
    keys.every((key) => listing.keys.includes(key)) &&
    isDeepStrictEqual(
      [tab, new Set(slots), new Set(grantsIn(listing, proposed))],
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
