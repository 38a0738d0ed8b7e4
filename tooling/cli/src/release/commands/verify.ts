import { verifyRemote } from '@canje/release-store/verify'
import { leftOut, notInMenu, trustsOf } from '../checks/orphans'
import { fetchShells } from '../checks/shells'
import { nothingReleased, storeDamaged } from '../checks/store'
import type { Context } from '../context'
import { eachRemote } from '../each-remote'
import { asNote, Refusal } from '../findings'
import type { Outcome } from '../outcome'

/**
 * Verifies what a store has of each remote that a live shell lists: the log, the copy of its newest state, and every released
 * file. Other remotes, and what interrupted commands left, are noted.
 */
export async function verify({ store, shells: urls, stop }: Context): Promise<Outcome> {
  const { value: shells = [], findings: unreadable } = await fetchShells(urls, stop)
  if (shells.length === 0) throw new Refusal(unreadable)
  if ((await store.remotes())?.length === 0) throw nothingReleased(store)
  const trusts = trustsOf(shells)
  const { value: verifications, findings: unread } = await eachRemote(new Set(trusts.map(({ name }) => name)), (name) =>
    Promise.all(trusts.filter((one) => one.name === name).map(({ trust }) => verifyRemote(store, name, trust))),
  )
  const all = verifications.flat()
  const findings = [...unread, ...storeDamaged([...new Set(all.flatMap((one) => one.findings))])]
  const notes = [
    ...leftOut(shells),
    ...(await notInMenu(store, shells)),
    ...new Set(all.flatMap(({ unfinished }) => unfinished.map((sentence) => `${sentence}.`))),
    ...unreadable.map(asNote),
  ]
  const accepted = notes.length === 0 ? ', and every shell accepts their newest states' : ''
  const line = `${store.location} matches the logs of its remotes${accepted}.`
  return { result: { store: store.location }, lines: findings.length === 0 ? [line] : [], findings, notes }
}
