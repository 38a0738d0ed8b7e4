import type { Authority, RegisteredRemote } from '@canje/registry'
import { createTestKey, exampleState, signState } from '@canje/registry/testing'
import { type Reply, startTestServer } from '@canje/shared-auth/test-server'
import { authorityOf } from './test-remotes'

/** The key of the operator. */
const operator = await createTestKey()

/** The menu of these remotes, whose states the operator signs. */
export function trusting(...remotes: RegisteredRemote[]): Authority {
  return { ...authorityOf(...remotes), operatorKeys: [operator.publicKey] }
}

/** What a test writes in a state, valid or not. */
type Written = Pick<RegisteredRemote, 'name'> & { live: unknown; previous: unknown }

/** @returns the text of the state of a remote, signed by the operator unless another key is given */
export async function signedState(n: number, remote: Written, changes = {}, key = operator): Promise<string> {
  return JSON.stringify(await signState(exampleState({ n, ...remote, ...changes }), key))
}

/** Starts a release store with the state of each remote, number 1. */
export async function startTestStore(...remotes: Written[]) {
  const replies = new Map<string, Reply>()
  const server = await startTestServer(({ path }) => replies.get(path) ?? { status: 404, body: '' })
  const store = {
    ...server,
    /** Sets the reply to requests of a remote's state. */
    reply: (name: string, reply: Reply) => void replies.set(`/${name}/live.json`, reply),
    /** Releases a remote. */
    release: async (n: number, remote: Written) => store.reply(remote.name, { body: await signedState(n, remote) }),
  }
  for (const remote of remotes) await store.release(1, remote)
  return store
}
export type TestStore = Awaited<ReturnType<typeof startTestStore>>
