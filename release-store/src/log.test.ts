import { createPrivateKey } from 'node:crypto'
import { exampleState } from '@canje/registry/testing'
import { expect, it } from 'vitest'
import { signState } from './append'
import { readLog } from './log'
import type { ReleaseStore } from './release-store'
import { createKey } from './signing-key'
import { openMemoryBucket } from './testing/memory-service'

const MAX_READS = 100
const key = createPrivateKey(createKey())

/** A bucket that answers every read with the same text, and fails when it is read without end. */
function storeThatAnswers(text: string): ReleaseStore {
  let reads = 0
  const read = async () => {
    if (++reads > MAX_READS) throw new Error('It is read without end.')
    return Buffer.from(text)
  }
  return { ...openMemoryBucket(), read }
}

it.each<[string, () => Promise<string>]>([
  ['a page', async () => '<!doctype html>'],
  ['an epoch', async () => '{ "epoch": 1000 }'],
  ['a state', async () => JSON.stringify(await signState(exampleState(), key))],
  ['a state of a later epoch', async () => JSON.stringify(await signState(exampleState({ epoch: 3 }), key))],
])('stops reading a store that answers every read with %s', async (_what, text) => {
  const log = await readLog(storeThatAnswers(await text()), 'mf-codes', { epoch: 1 })
  expect(log.damage).toMatch(/^mf-codes\/log\/1\/[12]\.json is (not a valid state|the state)/)
})
