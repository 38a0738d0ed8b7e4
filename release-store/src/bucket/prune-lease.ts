import { randomUUID } from 'node:crypto'
import { StoreError } from '../store-error'
import type { Bucket } from './client'
import { isAbandoned } from './marks'

const LEASE = '.pruning'

/**
 * Runs an action while no other `prune` runs in the bucket: a slower one would delete the files of a release that has been
 * published again. The lease of a killed one ends after an hour.
 *
 * @param action calls `renew` before each deletion; it throws when another `prune` has taken the lease over
 * @throws StoreError when another `prune` is running
 */
export async function withPruneLease<T>(
  bucket: Bucket,
  action: (renew: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const id = randomUUID()
  const isOurs = async () => (await bucket.read(LEASE))?.content.toString() === id
  const other = new StoreError(
    `Another "prune" of ${bucket.location} is running: try again when it has finished. If it was killed, delete ${LEASE}.`,
  )

  async function acquire(): Promise<boolean> {
    if (await bucket.create(LEASE, id)) return true
    const found = await bucket.read(LEASE)
    const [lease] = await bucket.list(LEASE)
    if (found && lease && isAbandoned(lease) && (await bucket.replace(LEASE, id, found.etag))) return true
    // A write whose response was lost was repeated, and then refused by its own success.
    return isOurs()
  }

  async function renew(): Promise<void> {
    const found = await bucket.read(LEASE)
    if (found?.content.toString() !== id || !(await bucket.replace(LEASE, id, found.etag))) throw other
  }

  if (!(await acquire())) throw other
  try {
    return await action(renew)
  } finally {
    // Without it, the lease ends after an hour.
    if (await isOurs().catch(() => false)) await bucket.remove(LEASE).catch(() => undefined)
  }
}
