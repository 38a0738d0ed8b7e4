/**
 * Clamps a page to the existing rows: when there are fewer rows than before, the last page is shown.
 *
 * @param first index of the requested page's first row
 * @param size rows per page
 * @param total number of rows
 * @returns index of the first row to show
 */
export function clampFirst(first: number, size: number, total: number): number {
  const lastPage = Math.max(0, Math.ceil(total / size) - 1)
  return Math.min(first, lastPage * size)
}
