/**
 * The first row of the page to show: the one asked for or, where the rows have become fewer, that of the last page.
 *
 * @param first index of the first row of the page asked for
 * @param size rows per page
 * @param total how many rows there are
 */
export function clampFirst(first: number, size: number, total: number): number {
  const lastPage = Math.max(0, Math.ceil(total / size) - 1)
  return Math.min(first, lastPage * size)
}
