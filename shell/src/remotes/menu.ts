import { byTabOrder, isConfusable, type ListedRemote } from '@canje/registry'

/** The remote whose tab `?tab=` means: in any case and with marks around it (D18, deep link). */
export function listedByTab(menu: readonly ListedRemote[], requested: string | null): ListedRemote | undefined {
  const id = requested?.toLowerCase().replace(/^\W+|\W+$/g, '')
  return menu.find(({ tab }) => tab.id.toLowerCase() === id)
}

/** A menu in which a remote replaces the one with its name, and one that was listed since with a tab that looks alike. */
export function menuWith(menu: readonly ListedRemote[], listed: ListedRemote): readonly ListedRemote[] {
  const others = menu.filter(({ name, tab }) => name !== listed.name && !isConfusable(tab, listed.tab))
  return [...others, listed].sort(byTabOrder)
}
