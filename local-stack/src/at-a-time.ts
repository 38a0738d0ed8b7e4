/**
 * Does some work for each item, for so many items at a time, in their order.
 *
 * @returns what the work gave for each item, in the order in which it ended
 * @throws what the first work to fail threw; items that were not begun are left then
 */
export async function atATime<T, R>(count: number, items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const queue = items.values()
  const worker = async () => {
    for (const item of queue) results.push(await work(item))
  }
  await Promise.all(Array.from({ length: count }, worker))
  return results
}
