/** Whether the URL's `?tab=` means a tab: in any case and with marks around it (D18). */
export function isSameTab(id: string, requested: string | null): boolean {
  return id.toLowerCase() === requested?.toLowerCase().replace(/^\W+|\W+$/g, '')
}

/** What is read of a listing before the code that validates it is loaded. */
interface UnreadListing {
  tab?: { id?: unknown; order?: unknown } | null
}

/**
 * Guesses the remote whose tab the page opens: that of `?tab=`, or the first one. The main chunk knows; its state is
 * requested before.
 *
 * @param settings of `/config.json`, not validated
 * @returns its name, or undefined if nothing is listed
 */
export function guessRemote(settings: unknown, search: string): string | undefined {
  const requested = new URLSearchParams(search).get('tab')
  const listings = Object.entries<UnreadListing | null>(Object(Object(settings).remotes))
  const tabs = listings.map(([name, listing]) => ({
    name,
    id: String(listing?.tab?.id),
    order: Number(listing?.tab?.order),
  }))
  const [first] = tabs.sort((a, b) => a.order - b.order || (a.name < b.name ? -1 : 1))
  return (tabs.find(({ id }) => isSameTab(id, requested)) ?? first)?.name
}
