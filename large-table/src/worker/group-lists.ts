import type { Group, Grouped } from '../row-store'

/** Groups as one list per member: a page receives lists in a tenth of the time of objects. */
export interface GroupLists {
  texts: readonly Group['text'][]
  keys: readonly Group['key'][]
  sizes: readonly number[]
  /** Lists for each measure. */
  figures: readonly { totals: readonly Group['figures'][number]['total'][]; notNumbers: readonly number[] }[]
}

/** The groups of rows, as lists, and what is not in them. */
export interface GroupedLists extends Omit<Grouped, 'groups'> {
  lists: GroupLists
}

/** Returns the groups of lists. */
export function groupsOf({ texts, keys, sizes, figures }: GroupLists): Group[] {
  return texts.map((text, at) => ({
    text,
    key: keys[at],
    count: sizes[at] ?? 0,
    figures: figures.map(({ totals, notNumbers }) => ({ total: totals[at] ?? 0, notNumbers: notNumbers[at] ?? 0 })),
  }))
}
