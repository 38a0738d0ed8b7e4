/** How long other tasks of the page wait for a slice, in milliseconds. */
const SLICE_MS = 10
/** Items between two looks at the clock. */
const BATCH = 100

/**
 * Transforms many items without blocking the page: other tasks run between slices of 10 ms.
 *
 * @returns the transformed items, in order
 */
export async function inSlices<Item, Result>(
  items: readonly Item[],
  transform: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = []
  let started = performance.now()
  for (let first = 0; first < items.length; first += BATCH) {
    if (performance.now() - started > SLICE_MS) {
      await new Promise((resolve) => setTimeout(resolve))
      started = performance.now()
    }
    for (const item of items.slice(first, first + BATCH)) results.push(transform(item))
  }
  return results
}
