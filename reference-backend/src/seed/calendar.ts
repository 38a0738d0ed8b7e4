/** The demonstration campaign, at a fixed time so that every new database holds the same dates. */
const start = Date.parse('2025-02-01T13:00:00Z')
const halfMs = 90 * 24 * 60 * 60 * 1000

/** When the `index`-th of `total` users registered or codes were made: spread evenly over the campaign's first half. */
export const inFirstHalf = (index: number, total: number): string => instant(start, index, total)

/** When the `index`-th of `total` points were earned: in the second half, when every user and code is there. */
export const inSecondHalf = (index: number, total: number): string => instant(start + halfMs, index, total)

function instant(from: number, index: number, total: number): string {
  const seconds = Math.floor((from + (halfMs * index) / total) / 1000)
  return new Date(seconds * 1000).toISOString()
}
