import { convert, publicKeyOf } from '@canje/release-store'
import { readReleaseKey } from '../checks/key'
import type { Context } from '../context'
import { noteOf } from '../note'
import { type Outcome, refusal } from '../outcome'

/** Changes a store to schema 3, once: `--key` is that of schema 2, and the operator's key signs every remote. */
export async function convertStore(context: Context): Promise<Outcome> {
  const { store, keyFile, options } = context
  const key = await readReleaseKey(keyFile)
  const operator = await readReleaseKey(options.operatorKey ?? '', '--operator-key')
  if (!key.value || !operator.value) return refusal([...key.findings, ...operator.findings])
  const { storeId, remotes } = await convert(store, key.value, operator.value, noteOf(context, undefined))
  const names = remotes.map(({ name }) => name)
  const operatorKeys = [publicKeyOf(operator.value)]
  const lines = [
    `${store.location} has schema 3: ${names.join(', ')} are signed by an operator.`,
    `The config.json of every shell needs "storeId": "${storeId}", "operatorKeys": ${JSON.stringify(operatorKeys)}, and the keys of each team in "remotes".`,
  ]
  return { result: { store: store.location, storeId, operatorKeys, remotes: names }, lines, findings: [] }
}
