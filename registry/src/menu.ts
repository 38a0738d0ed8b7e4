import * as v from 'valibot'
import { skeletonOf } from './comparison'
import { excerpt, type Finding, findingsOf } from './findings'
import { MAX_REMOTES, Name } from './limits'
import { type ListedRemote, Listing, Listings, type Tab } from './listed-remote'

/** The remotes that an operator lists. */
export interface Menu {
  /** In tab order: by `order`, then by name. */
  remotes: ListedRemote[]
  /** Why other remotes were left out. */
  findings: Finding[]
}

/**
 * Reads `remotes` of a shell's `/config.json` (D43, operator's menu). A remote is left out when its listing is malformed, when its tab id, its
 * label or one of its slots looks like that of an earlier one, by order and name, or when there are {@link MAX_REMOTES} earlier
 * ones.
 *
 * @throws Error when it is no object
 */
export function readMenu(json: unknown): Menu {
  const listings = v.safeParse(Listings, json)
  if (!listings.success) throw new Error(findingsOf('remotes', listings.issues).join('; '))
  const read = Object.entries(listings.output).map(([name, listing]) => readListing(name, listing))
  const findings = read.flatMap(({ finding }) => finding ?? [])
  const remotes: ListedRemote[] = []
  /** The name of the remote that has a part, by what the part looks like. */
  const owners = new Map<string, string>()
  for (const remote of read.flatMap((one) => one.remote ?? []).sort(byTabOrder)) {
    const { name } = remote
    const reason = remotes.length < MAX_REMOTES ? clashOf(remote, owners) : `: comes after ${MAX_REMOTES} others`
    if (reason !== undefined) {
      findings.push({ name, reason: `remotes.${name}${reason}` })
      continue
    }
    remotes.push(remote)
    for (const { key } of distinctPartsOf(remote)) owners.set(key, name)
  }
  return { remotes, findings }
}

function readListing(name: string, json: unknown): { remote?: ListedRemote; finding?: Finding } {
  const named = v.safeParse(Name, name)
  if (!named.success)
    return { finding: { name: '', reason: findingsOf(`remotes.${excerpt(name, 100)}`, named.issues).join('; ') } }
  const listing = v.safeParse(Listing, json)
  if (listing.success) return { remote: { ...listing.output, name } }
  return { finding: { name, reason: findingsOf(`remotes.${name}`, listing.issues).join('; ') } }
}

/** Compares remotes for sorting in tab order: by `order`, then by name. */
export function byTabOrder(a: Pick<ListedRemote, 'name' | 'tab'>, b: Pick<ListedRemote, 'name' | 'tab'>): number {
  return a.tab.order - b.tab.order || (a.name < b.name ? -1 : Number(a.name > b.name))
}

/** @returns the part that looks like one of another remote, as the end of a finding */
function clashOf(remote: ListedRemote, owners: ReadonlyMap<string, string>): string | undefined {
  const clash = distinctPartsOf(remote).find(({ key }) => owners.has(key))
  return clash && `.${clash.place}: "${clash.text}" looks like that of ${owners.get(clash.key)}`
}

/** What no other remote of the menu may have, with what it looks like. */
function distinctPartsOf({ tab, slots }: ListedRemote): { place: string; text: string; key: string }[] {
  const part = (place: string, text: string) => ({ place, text, key: `${place} ${skeletonOf(text)}` })
  return [part('tab.id', tab.id), part('tab.label', tab.label), ...slots.map((slot) => part('slots', slot))]
}

/** Whether the ids or the labels of two tabs look alike: no menu has both. */
export function isConfusable(one: Tab, other: Tab): boolean {
  return skeletonOf(one.id) === skeletonOf(other.id) || skeletonOf(one.label) === skeletonOf(other.label)
}

/** The remote that the operator lets fill a slot. */
export function ownerOfSlot<Remote extends Pick<ListedRemote, 'slots'>>(
  remotes: readonly Remote[],
  slot: string,
): Remote | undefined {
  return remotes.find(({ slots }) => slots.includes(slot))
}
