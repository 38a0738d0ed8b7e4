import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createMemoryBucket } from '../testing/memory-bucket'
import type { Bucket } from './client'
import { isBeingListed, whileListing } from './marks'
import { withPruneLease } from './prune-lease'

const HOUR_MS = 3_600_000
let bucket: Bucket

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  bucket = createMemoryBucket('s3://canje')
})
afterEach(() => void vi.useRealTimers())

const prune = () => withPruneLease(bucket, async (renew) => renew())
const files = async () => (await bucket.list('')).map(({ path }) => path)

it('refuses a second prune while one runs, and leaves no file', async () => {
  await withPruneLease(bucket, async (renew) => {
    await expect(prune()).rejects.toThrow('Another "prune" of s3://canje is running')
    vi.advanceTimersByTime(HOUR_MS - 1)
    await renew()
    vi.advanceTimersByTime(HOUR_MS - 1)
    await expect(prune()).rejects.toThrow('Another "prune" of s3://canje is running')
  })
  await prune()
  await expect(withPruneLease(bucket, () => Promise.reject(new Error('full')))).rejects.toThrow('full')
  expect(await files()).toEqual([])
})

it('takes the lease of a prune over that was killed an hour ago, or stops one that was suspended', async () => {
  const suspended = withPruneLease(bucket, async (renew) => {
    vi.advanceTimersByTime(HOUR_MS)
    await withPruneLease(bucket, async (renewOther) => {
      await expect(renew()).rejects.toThrow('Another "prune"')
      await renewOther()
    })
    await renew()
  })
  await expect(suspended).rejects.toThrow('Another "prune"')
  expect(await files()).toEqual([])
})

it('sees which releases commands are listing, but for an hour only if they were killed', async () => {
  const [one, other] = ['mf-codes/1.0.0', 'mf-codes/1.0.0-rc']
  await whileListing(bucket, [other], async () => {
    await whileListing(bucket, [one], async () => expect(await isBeingListed(bucket, one)).toBe(true))
    expect(await isBeingListed(bucket, one)).toBe(false)
    vi.advanceTimersByTime(HOUR_MS)
    expect(await isBeingListed(bucket, other)).toBe(false)
  })
  expect(await files()).toEqual([])
})
