import * as v from 'valibot'
import { skeletonOf } from './comparison'
import { excerpt, type Finding, findingsOf } from './findings'
import { MAX_REMOTES, Name } from './limits'
import { type ListedRemote, Listing } from './listed-remote'

/** The remotes that an operator lists. */
export interface Menu {
  /** In tab order: by `order`, then by name. */
  remotes: ListedRemote[]
  /** Why other remotes were left out. */
  findings: Finding[]
}

/**
 * Reads `remotes` of a shell's `/config.json` (D43). A remote is left out when its listing is malformed, when its tab id, its
 * label or one of its slots looks like that of an earlier one, by order and name, or when there are {@link MAX_REMOTES} earlier
 * ones.
 *
 * @throws Error when it is no object
 */
export function readMenu(json: unknown): Menu {
  if (!(json instanceof Object) || Array.isArray(json))
    throw new Error('remotes: must be an object with a listing for each remote, by name')
  const read = Object.entries(json).map(([name, listing]) => readListing(name, listing))
  const listed = read.flatMap(({ remote }) => remote ?? []).sort(byTabOrder)
  const findings = read.flatMap(({ finding }) => finding ?? [])
  /** The name of the remote that has it, by what it looks like. */
  const taken = new Map<string, string>()
  const remotes: ListedRemote[] = []
  for (const remote of listed) {
    const reason = reasonToLeaveOut(remote, remotes.length, taken)
    if (reason) findings.push({ name: remote.name, reason: `remotes.${remote.name}${reason}` })
    else remotes.push(remote)
    if (!reason) for (const { key } of distinctPartsOf(remote)) taken.set(key, remote.name)
  }
  return { remotes, findings }
}

function readListing(name: string, json: unknown): { remote?: ListedRemote; finding?: Finding } {
  if (!v.is(Name, name)) {
    const [reason = ''] = findingsOf(`remotes.${excerpt(name, 100)}`, v.safeParse(Name, name).issues ?? [])
    return { finding: { name: '', reason } }
  }
  const listing = v.safeParse(Listing, json)
  if (listing.success) return { remote: { ...listing.output, name } }
  return { finding: { name, reason: findingsOf(`remotes.${name}`, listing.issues).join('; ') } }
}

/** Compares remotes for sorting in tab order: by `order`, then by name. */
export function byTabOrder(a: Pick<ListedRemote, 'name' | 'tab'>, b: Pick<ListedRemote, 'name' | 'tab'>): number {
  return a.tab.order - b.tab.order || (a.name < b.name ? -1 : Number(a.name > b.name))
}

function reasonToLeaveOut(remote: ListedRemote, earlier: number, taken: Map<string, string>): string | undefined {
  if (earlier >= MAX_REMOTES) return `: exceeds the maximum of ${MAX_REMOTES} remotes`
  const clash = distinctPartsOf(remote).find(({ key }) => taken.has(key))
  return clash && `.${clash.place}: "${clash.text}" looks like that of ${taken.get(clash.key)}`
}

/** What no other remote of the menu may have, with what it looks like. */
function distinctPartsOf({ tab, slots }: ListedRemote): { place: string; text: string; key: string }[] {
  const part = (place: string, text: string) => ({ place, text, key: `${place} ${skeletonOf(text)}` })
  return [part('tab.id', tab.id), part('tab.label', tab.label), ...slots.map((slot) => part('slots', slot))]
}

/** The remote that the operator lets fill a slot. */
export function ownerOfSlot<Remote extends Pick<ListedRemote, 'slots'>>(
  remotes: readonly Remote[],
  slot: string,
): Remote | undefined {
  return remotes.find(({ slots }) => slots.includes(slot))
}
