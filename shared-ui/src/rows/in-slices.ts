/** Items whose transformation takes a few milliseconds. */
const SLICE = 5_000

/**
 * Transforms many items without blocking the page: other tasks run between slices of 5,000.
 *
 * @returns the transformed items, in order
 */
export async function inSlices<Item, Result>(
  items: readonly Item[],
  transform: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = []
  for (let first = 0; first < items.length; first += SLICE) {
    if (first > 0) await new Promise((resolve) => setTimeout(resolve))
    for (const item of items.slice(first, first + SLICE)) results.push(transform(item))
  }
  return results
}
