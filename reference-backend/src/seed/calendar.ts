/** Start of the demonstration campaign, fixed so that every new database has the same dates. */
const start = Date.parse('2025-02-01T13:00:00Z')
const halfMs = 90 * 24 * 60 * 60 * 1000

/** The ISO time of the `index`-th of `total` registrations or new codes, spread evenly over the campaign's first half. */
export const inFirstHalf = (index: number, total: number): string => instant(start, index, total)

/** The ISO time of the `index`-th of `total` awards: in the second half, when all users and codes exist. */
export const inSecondHalf = (index: number, total: number): string => instant(start + halfMs, index, total)

function instant(from: number, index: number, total: number): string {
  const seconds = Math.floor((from + (halfMs * index) / total) / 1000)
  return new Date(seconds * 1000).toISOString()
}
