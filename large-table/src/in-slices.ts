/** How long other tasks of the page wait for a slice, in milliseconds. */
const SLICE_MS = 10

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
  for (const item of items) {
    if (performance.now() - started > SLICE_MS) {
      await new Promise((resolve) => setTimeout(resolve))
      started = performance.now()
    }
    results.push(transform(item))
  }
  return results
}
